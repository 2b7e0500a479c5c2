import type { CampaignAudience } from '@botscope/contract';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../ui/notice.tsx';

interface ServiceMessageProps {
  audience: CampaignAudience;
  onChange(part: Partial<CampaignAudience>): void;
}

/** Whether it goes to those who have unsubscribed as well, which needs a reason. */
export function ServiceMessage({ audience, onChange }: ServiceMessageProps) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox
        label={t('CampaignEditor.service.label')}
        description={t('CampaignEditor.service.hint')}
        checked={audience.is_service}
        onChange={(event) => onChange({ is_service: event.currentTarget.checked })}
      />
      {audience.is_service && <Notice tone="warn">{t('CampaignEditor.service.warning')}</Notice>}
    </>
  );
}
