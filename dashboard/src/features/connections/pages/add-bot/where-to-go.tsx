import { Button, Flex } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** The ways out of the wizard. */
export function WhereToGo({ botKey, onAnother }: { botKey: string; onAnother: () => void }) {
  const { t } = useTranslation();
  return (
    <Flex gap={8} wrap="wrap" mt={24}>
      <Button renderRoot={(props) => <Link to="/" search={{ bot: botKey }} {...props} />}>
        {t('AddBot.result.dashboard')}
      </Button>
      <Button variant="default" renderRoot={(props) => <Link to="/bots/$key" params={{ key: botKey }} {...props} />}>
        {t('AddBot.result.settings')}
      </Button>
      <Button variant="default" onClick={onAnother}>
        {t('AddBot.result.another')}
      </Button>
    </Flex>
  );
}
