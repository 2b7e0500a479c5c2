import {
  beginsAt,
  type Campaign,
  type CampaignSending,
  type CampaignVariants,
  isPlannedAt,
  tenthsFor,
} from '@botscope/contract';
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
import { messagesEach } from '../../data/versions.ts';
import { OtherSending } from './other-sending.tsx';
import { ProblemList } from './problem-list.tsx';
import type { StepProps } from './step-props.ts';
import { Warnings } from './warnings/warnings.tsx';

/** About how many of an audience are in the control group: who that is, is decided user by user. */
const countControlGroup = ({ hold_out }: CampaignVariants, users: number): number =>
  Math.round((users * (hold_out ?? 0)) / 100);

interface SplitNoteProps {
  variants: CampaignVariants;
  controlGroup: number;
  /** Users who get the message. */
  count: number;
}

/** Notes about users who get nothing, and about users who have to wait. */
function SplitNote({ variants: { test, hold_out }, controlGroup, count }: SplitNoteProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const testCount = Math.round((count * (test?.share ?? 0)) / 100);
  return (
    <>
      {hold_out !== null && (
        <Note>
          {t('CampaignVariants.start.controlGroup', { count: controlGroup, number: format.number(controlGroup) })}
        </Note>
      )}
      {test !== null && (
        <Note>{t('CampaignVariants.start.test', { count: testCount, number: format.number(testCount) })}</Note>
      )}
    </>
  );
}

/** Shows how long sending will take and what still prevents the start, with the start button. */
export function StartSection(props: StepProps) {
  const { t } = useTranslation();
  const { bot, state, draft } = props;
  const { stored, phase } = state;
  const isSaved = stored !== null && phase === 'saved';
  const check = useQuery({
    ...checkQuery(bot.key, stored ?? noCampaign),
    enabled: isSaved,
  });
  const canGet = useQuery(audienceQuery(bot.key, state.values.audience)).data?.can_get;
  const controlGroup = countControlGroup(state.values.variants, canGet ?? 0);
  const count = canGet === undefined ? undefined : canGet - controlGroup;
  const [isOpen, setOpen] = useState(false);
  const isNow = !isPlannedAt(state.values.sending, Date.now());
  const mayStart =
    may(bot, 'tasker.campaign.run') &&
    may(bot, isNow ? 'communication.broadcast.send' : 'communication.broadcast.schedule');
  const isReady = isSaved && check.data?.length === 0;
  return (
    <Section title={t('CampaignEditor.start.title')}>
      {count !== undefined && <Plan {...props} count={count} />}
      <SplitNote variants={state.values.variants} controlGroup={controlGroup} count={count ?? 0} />
      {stored === null && <Note>{t('CampaignEditor.start.nothing')}</Note>}
      {isSaved && check.data && <ProblemList problems={check.data} variants={state.values.variants} />}
      {isSaved && !bot.is_demo && <Warnings bot={bot} campaign={stored} />}
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

function Plan({ bot, state, count }: StepProps & { count: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { sending } = state.values;
  const plan = planSending(count, sending, Date.now(), messagesEach(state.values));
  const { seconds, startsAt, endsAt, tooLate } = plan;
  const hasOwnQuiet = sending.user_time === null && sending.quiet?.in_users_zone === true;
  if (count === 0) return <p role="status">{t('CampaignEditor.start.nobody')}</p>;
  return (
    <>
      <p role="status">
        {t('CampaignEditor.start.users', { count, number: format.number(count) })}{' '}
        {sending.user_time === null
          ? t('CampaignEditor.start.takes', {
              duration: format.duration(Math.max(1, seconds)),
              start: format.moment(startsAt),
              end: format.moment(hasOwnQuiet ? Math.min(endsAt, startsAt + seconds * 1_000) : endsAt),
            })
          : t('CampaignTiming.plan', {
              time: sending.user_time.time,
              start: format.moment(startsAt),
              end: format.moment(endsAt),
            })}{' '}
        {sending.user_time !== null &&
          sending.finish_by !== null &&
          Date.parse(sending.finish_by) < endsAt &&
          t('CampaignTiming.planNote', { date: format.moment(sending.finish_by) })}
        {hasOwnQuiet && `${t('CampaignTiming.quiet.plan', { end: format.moment(endsAt) })} `}
        {tooLate > 0 && t('CampaignEditor.start.tooLate', { count: tooLate, number: format.number(tooLate) })}
      </p>
      <OtherSending bot={bot} ownId={state.stored?.campaign_id} plan={plan} />
    </>
  );
}

/** When sending begins, and until when that can be undone. */
function startText({ user_time }: CampaignSending, isNow: boolean) {
  if (user_time !== null) return isNow ? 'CampaignTiming.startNow' : 'CampaignTiming.start';
  return isNow ? 'CampaignEditor.start.atOnce' : 'CampaignEditor.start.atDate';
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
  const { sending } = state.values;
  const isNow = !isPlannedAt(sending, Date.now());
  const tenths = tenthsFor((count ?? 0) * messagesEach(state.values), sending);
  const { busy, run } = useAction(async () => {
    if (!(await flush())) return;
    await runCampaign(bot.key, campaign);
    await navigate({
      to: '/mailing/campaign/$campaignId',
      params: { campaignId: String(campaign.campaign_id) },
      ignoreBlocker: true,
    });
  });
  const users = t('CampaignEditor.start.users', { count: count ?? 0, number: format.number(count ?? 0) });
  return (
    <Dialog title={t('CampaignEditor.start.question', { name: campaign.name })} onClose={onClose}>
      <div className={dialogClasses.body}>
        <p>
          {count !== undefined && `${users} `}
          {tenths > 0 && `${t('MailingSettings.paid.cost', { stars: format.number(Math.ceil(tenths / 10)) })} `}
          {t(startText(sending, isNow), { date: format.moment(beginsAt(sending) ?? Date.now()) })}
        </p>
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button data-autofocus loading={busy} onClick={() => void run()}>
            {t(isNow ? 'CampaignEditor.start.now' : 'CampaignEditor.start.plan')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
