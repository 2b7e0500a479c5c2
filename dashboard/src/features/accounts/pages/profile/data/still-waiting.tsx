import { Button, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import dialog from '../../../../../ui/dialog.module.css';
import classes from './what-goes.module.css';

/** The account is gone; these bots get their webhooks back once Telegram answers. */
export function StillWaiting({ names, onDone }: { names: readonly string[]; onDone(): void }) {
  const { t } = useTranslation();
  return (
    <div className={dialog.body} role="status">
      <p>{t('Profile.data.waiting', { count: names.length })}</p>
      <ul className={classes.bots}>
        {names.map((name) => (
          <li key={name}>
            <strong>{name}</strong>
          </li>
        ))}
      </ul>
      <p>{t('Profile.data.waitingText')}</p>
      <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
        <Button onClick={onDone} data-autofocus>
          {t('Profile.data.toSignIn')}
        </Button>
      </Flex>
    </div>
  );
}
