import type { Bot, Campaign } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import dialogClasses from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { actOnCampaign } from '../../data/campaigns-data.ts';
import { archiveWithUndo, copyCampaign } from '../../shared/list-actions.ts';
import { listActions } from './list-actions.ts';

/** Buttons for the actions that the campaign's state and the account's permissions allow. */
export function CampaignActions({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const [isFinishing, setFinishing] = useState(false);
  const { campaign_id: id, is_archived, counts } = campaign;
  const { busy, run } = useAction((act: Parameters<typeof actOnCampaign>[2]) => actOnCampaign(bot.key, id, act));
  const copying = useAction(async () => {
    const { campaign_id } = await copyCampaign(bot.key, campaign);
    await navigate({
      to: '/mailing/edit-campaign/{-$campaignId}',
      params: { campaignId: String(campaign_id) },
    });
  });
  const offered = listActions(campaign, (key) => may(bot, key));
  return (
    <>
      {offered.includes('edit') && (
        <Button
          size="xs"
          renderRoot={(props) => (
            <Link to="/mailing/edit-campaign/{-$campaignId}" params={{ campaignId: String(id) }} {...props} />
          )}
        >
          {t('Campaigns.actions.edit')}
        </Button>
      )}
      {offered.includes('resume') && (
        <Button size="xs" loading={busy} onClick={() => void run('resumeCampaign')}>
          {t('Campaigns.actions.resume')}
        </Button>
      )}
      {offered.includes('stop') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          loading={busy}
          onClick={() => void run('stopCampaign')}
        >
          {t('Campaigns.actions.stop')}
        </Button>
      )}
      {offered.includes('unplan') && (
        <Button size="xs" variant="default" loading={busy} onClick={() => void run('stopCampaign')}>
          {t('Campaigns.actions.unplan')}
        </Button>
      )}
      {offered.includes('finish') && (
        <Button size="xs" variant="default" onClick={() => setFinishing(true)}>
          {t('Campaigns.actions.finish')}
        </Button>
      )}
      {offered.includes('copy') && (
        <Button size="xs" variant="default" loading={copying.busy} onClick={() => void copying.run()}>
          {t('Campaigns.actions.copy')}
        </Button>
      )}
      {offered.includes('archive') && (
        <Button size="xs" variant="default" onClick={() => void archiveWithUndo(bot.key, campaign, !is_archived)}>
          {t(is_archived ? 'Campaigns.actions.restore' : 'Campaigns.actions.archive')}
        </Button>
      )}
      {isFinishing && (
        <Dialog title={t('Campaigns.finish.title')} onClose={() => setFinishing(false)}>
          <div className={dialogClasses.body}>
            <p>{t('Campaigns.finish.text', { count: counts.waiting, number: format.number(counts.waiting) })}</p>
            <Flex gap={8} wrap="wrap" justify="flex-end">
              <Button variant="default" data-autofocus onClick={() => setFinishing(false)}>
                {t('General.Cancel')}
              </Button>
              <Button
                color="red"
                loading={busy}
                onClick={() => void run('finishCampaign').then(() => setFinishing(false))}
              >
                {t('Campaigns.actions.finish')}
              </Button>
            </Flex>
          </div>
        </Dialog>
      )}
    </>
  );
}
