import type { Campaign } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import dialogClasses from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Note } from '../../../../ui/words.tsx';
import { audienceQuery, checkQuery, noCampaign, runCampaign } from '../../data/campaigns-data.ts';
import { planSending } from '../../data/planner.ts';
import { ProblemList } from './problem-list.tsx';
import type { StepProps } from './step-props.ts';

/** How long it will take, what still keeps it from being started, and the button. */
export function StartSection(props: StepProps) {
  const { t } = useTranslation();
  const { bot, state, draft } = props;
  const { stored, phase } = state;
  const isSaved = stored !== null && phase === 'saved';
  const check = useQuery({
    ...checkQuery(bot.key, stored ?? noCampaign),
    enabled: isSaved,
  });
  const count = useQuery(audienceQuery(bot.key, state.values.audience)).data?.can_get;
  const [isOpen, setOpen] = useState(false);
  const isNow = state.values.sending.date_send === null;
  const mayStart =
    may(bot, 'tasker.campaign.run') &&
    may(bot, isNow ? 'communication.broadcast.send' : 'communication.broadcast.schedule');
  const isReady = isSaved && check.data?.length === 0;
  return (
    <Section title={t('CampaignEditor.start.title')}>
      {count !== undefined && <Plan {...props} count={count} />}
      {stored === null && <Note>{t('CampaignEditor.start.nothing')}</Note>}
      {isSaved && check.data && <ProblemList problems={check.data} />}
      {mayStart ? (
        <Button mt={16} disabled={!isReady} onClick={() => setOpen(true)}>
          {t(isNow ? 'CampaignEditor.start.now' : 'CampaignEditor.start.plan')}
        </Button>
      ) : (
        <Note>{t('CampaignEditor.start.mayNot')}</Note>
      )}
      {isOpen && stored && (
        <StartDialog {...props} campaign={stored} count={count} flush={draft.flush} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}

function Plan({ state, count }: StepProps & { count: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { sending } = state.values;
  const { seconds, startsAt, endsAt, tooLate } = planSending(count, sending, Date.now());
  if (count === 0) return <p role="status">{t('CampaignEditor.start.nobody')}</p>;
  return (
    <p role="status">
      {t('CampaignEditor.start.people', { count, number: format.number(count) })}{' '}
      {t('CampaignEditor.start.takes', {
        duration: format.duration(Math.max(1, seconds)),
        start: format.moment(startsAt),
        end: format.moment(endsAt),
      })}{' '}
      {tooLate > 0 && t('CampaignEditor.start.tooLate', { count: tooLate, number: format.number(tooLate) })}
    </p>
  );
}

interface StartDialogProps extends StepProps {
  campaign: Campaign;
  count: number | undefined;
  flush(): Promise<boolean>;
  onClose(): void;
}

/** The last question: it names how many get the message. */
function StartDialog({ bot, state, campaign, count, flush, onClose }: StartDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { date_send } = state.values.sending;
  const { busy, run } = useAction(async () => {
    if (!(await flush())) return;
    await runCampaign(bot.key, campaign);
    await navigate({
      to: '/mailing/campaign/$campaignId',
      params: { campaignId: String(campaign.campaign_id) },
      ignoreBlocker: true,
    });
  });
  const people = t('CampaignEditor.start.people', { count: count ?? 0, number: format.number(count ?? 0) });
  return (
    <Dialog title={t('CampaignEditor.start.question', { name: campaign.name })} onClose={onClose}>
      <div className={dialogClasses.body}>
        <p>
          {count !== undefined && `${people} `}
          {date_send === null
            ? t('CampaignEditor.start.atOnce')
            : t('CampaignEditor.start.atDate', { date: format.moment(date_send) })}
        </p>
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button data-autofocus loading={busy} onClick={() => void run()}>
            {t(date_send === null ? 'CampaignEditor.start.now' : 'CampaignEditor.start.plan')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
