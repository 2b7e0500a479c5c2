import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurrentBot } from '../../../platform/session/session.ts';
import { Notice } from '../../../ui/notice.tsx';

/** In the demo: what becomes of a visitor's campaigns. */
export function DemoNote() {
  const { t } = useTranslation();
  const { demo } = useCurrentBot();
  if (!demo) return null;
  return (
    <Box mb={16}>
      <Notice>
        {t('CampaignDemo.note')} {t('CampaignDemo.limits')}
      </Notice>
    </Box>
  );
}
