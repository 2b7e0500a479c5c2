import type { Bot, Campaign } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { NameDialog } from '../../../users/public/name-dialog.tsx';
import { keepRecipients, type RecipientsFilter } from '../../data/campaigns-data.ts';

interface KeepRecipientsProps {
  bot: Bot;
  campaign: Campaign;
  /** Filter of the listed recipients. */
  filter: RecipientsFilter;
}

/** Saves the listed recipients as a list of users, which segments, reports and other campaigns can name. */
export function KeepRecipients({ bot, campaign, filter }: KeepRecipientsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  if (bot.is_demo || !may(bot, 'tasker.list.save')) return null;
  const save = async (name: string) => {
    const list = await keepRecipients(bot.key, campaign.campaign_id, { ...filter, name });
    setOpen(false);
    const count = list.count ?? 0;
    showDone(t('Campaigns.recipients.kept', { name, count, number: format.number(count) }));
    if (!may(bot, 'section.users.list')) return;
    await navigate({ to: '/segments/$segmentId', params: { segmentId: String(list.segment_id) } });
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconListDetails size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Campaigns.recipients.keep')}
      </Button>
      {isOpen && (
        <NameDialog
          title={t('Campaigns.recipients.keepTitle')}
          label={t('Campaigns.recipients.listName')}
          name={campaign.name}
          onSave={save}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
