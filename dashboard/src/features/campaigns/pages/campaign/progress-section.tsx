import { type Bot, type Campaign, type ErrorCode, errors } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { failureText } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import dialogClasses from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { isBeingSent, repeatCampaign } from '../../data/campaigns-data.ts';
import { billQuery } from '../../data/stars.ts';
import { CountMark, CountsBar } from '../../shared/counts-bar.tsx';
import { NumberName } from '../../shared/number-info.tsx';
import classes from './campaign.module.css';
import { listActions } from './list-actions.ts';
import { Pace } from './pace.tsx';

/** Shows how many recipients wait for their own time, and when it comes. */
function WaitingTimes({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { user_times: times, sending } = campaign;
  if (times === null || sending.user_time === null) return null;
  return (
    <p className={classes.waiting}>
      {t('CampaignTiming.waiting', {
        count: times.waiting,
        number: format.number(times.waiting),
        time: sending.user_time.time,
        next: format.moment(times.next_at),
        last: format.moment(times.last_at),
      })}
    </p>
  );
}

/** Sending waits for the winner of the test: a speed would promise an end that is not near. */
const isWaitingForWinner = ({ test }: Campaign): boolean =>
  test !== null && test.winner === null && test.decide_at !== null;

const numbers = ['total', 'delivered', 'not_delivered', 'waiting', 'cancelled'] as const;

/** The four counts, whose sum is the total; how fast it goes; what needs a decision. */
export function ProgressSection({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { counts, is_preparing, paused_until, paused_for, status, problem, problem_description, date_send, sending } =
    campaign;
  const dueNow = counts.waiting - (campaign.user_times?.waiting ?? 0);
  return (
    <Section title={t('Campaigns.progress.title')}>
      <div aria-live="polite">
        {status === 'Draft' && <p>{t('Campaigns.progress.draft')}</p>}
        {status === 'Not_started' && date_send !== null && (
          <p>
            {t(sending.user_time === null ? 'Campaigns.progress.planned' : 'CampaignTiming.planned', {
              date: format.moment(date_send),
            })}
          </p>
        )}
        {is_preparing && <p>{t('Campaigns.progress.preparing')}</p>}
        <WaitingTimes campaign={campaign} />
        {status === 'In_progress' && paused_until !== null && (
          <p>{t(`Campaigns.progress.paused.${paused_for ?? 'limit'}`, { date: format.moment(paused_until) })}</p>
        )}
      </div>
      {counts.total > 0 && (
        <>
          <CountsBar counts={counts} />
          <dl className={classes.numbers}>
            {numbers.map((name) => (
              <div key={name}>
                <dt>
                  {name !== 'total' && <CountMark part={name} />}
                  <NumberName name={t(`Campaigns.counts.${name}`)} text={t(`Campaigns.countTexts.${name}`)} />
                </dt>
                <dd>{format.number(counts[name])}</dd>
              </div>
            ))}
            {campaign.control_group > 0 && (
              <div>
                <dt>
                  <NumberName
                    name={t('CampaignVariants.holdOut.number')}
                    text={t('CampaignVariants.holdOut.numberText')}
                  />
                </dt>
                <dd>{format.number(campaign.control_group)}</dd>
              </div>
            )}
          </dl>
          {status === 'In_progress' && paused_until === null && !isWaitingForWinner(campaign) && dueNow > 0 && (
            <Pace campaign={campaign} />
          )}
        </>
      )}
      {campaign.sending.is_paid && campaign.date_start !== null && <BillLine bot={bot} campaign={campaign} />}
      <div className={classes.notices}>
        {status === 'Error' && (
          <Notice tone="warn">
            {failureText(problem in errors ? (problem as ErrorCode) : 'UnknownError')}
            {problem_description !== '' && <p lang="en">{problem_description}</p>}
          </Notice>
        )}
        {counts.unknown > 0 && <Repeat bot={bot} campaign={campaign} group="unknown" />}
        {counts.not_delivered > counts.unknown && <Repeat bot={bot} campaign={campaign} group="not_delivered" />}
      </div>
    </Section>
  );
}

interface RepeatProps {
  bot: Bot;
  campaign: Campaign;
  group: 'unknown' | 'not_delivered';
}

/** Explains failed or uncertain deliveries, with the button that sends them again. */
function Repeat({ bot, campaign, group }: RepeatProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { counts } = campaign;
  const count = group === 'unknown' ? counts.unknown : counts.not_delivered - counts.unknown;
  const number = format.number(count);
  const { busy, run } = useAction(async () => {
    await repeatCampaign(bot.key, campaign.campaign_id, group);
    setOpen(false);
  });
  const action = group === 'unknown' ? 'repeatUnknown' : 'repeatFailed';
  const isOffered = listActions(campaign, (key) => may(bot, key)).includes(action);
  if (group === 'not_delivered' && !isOffered) return null;
  return (
    <Notice tone={group === 'unknown' ? 'warn' : 'info'}>
      {t(`Campaigns.repeat.${group}.text`, { count, number })}
      {isOffered && (
        <Flex mt={8}>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {t(`Campaigns.repeat.${group}.button`)}
          </Button>
        </Flex>
      )}
      {isOpen && (
        <Dialog title={t(`Campaigns.repeat.${group}.title`)} onClose={() => setOpen(false)}>
          <div className={dialogClasses.body}>
            <p>{t(`Campaigns.repeat.${group}.question`, { count, number })}</p>
            <Flex gap={8} wrap="wrap" justify="flex-end">
              <Button variant="default" data-autofocus onClick={() => setOpen(false)}>
                {t(group === 'unknown' ? 'Campaigns.repeat.leave' : 'General.Cancel')}
              </Button>
              <Button loading={busy} onClick={() => void run()}>
                {t(`Campaigns.repeat.${group}.button`)}
              </Button>
            </Flex>
          </div>
        </Dialog>
      )}
    </Notice>
  );
}

/** Shows what Telegram has billed the bot while a paid campaign was sent. */
function BillLine({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(billQuery(bot.key, campaign.campaign_id, isBeingSent(campaign)));
  if (query.error) return <p>{t('MailingSettings.paid.noBill', { reason: failureText(codeOf(query.error)) })}</p>;
  if (!query.data) return null;
  const { requests, tenths } = query.data;
  return (
    <p>
      {t('MailingSettings.paid.bill', {
        count: requests,
        number: format.number(requests),
        stars: format.number(tenths / 10),
      })}
    </p>
  );
}
