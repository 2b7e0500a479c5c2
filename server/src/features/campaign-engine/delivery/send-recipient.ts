import {
  campaignMessageProblems,
  type MessageButton,
  renderTemplate,
  replaceLinks,
  type TemplateValues,
  type TemplateVariable,
} from '@botscope/contract';
import { type KnownAnswer, parseResponse } from '../../../ingest/recording/record-answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { CallTelegram } from '../../../telegram/sending/call-telegram.ts';
import { classifyOutcome, type Outcome } from '../../../telegram/sending/classify-outcome.ts';
import type { Settlement } from '../recipients/settle-recipients.ts';
import type { CampaignPlan } from '../running-campaigns.ts';
import type { CampaignMedia, MediaUse } from './campaign-media.ts';
import { judgeCopy, reasonOfProblem } from './judge-outcome.ts';
import { messageCall, withFooter } from './message-call.ts';

/** Outcome of one recipient's message. */
export type Sent =
  /** Telegram was not called. */
  | { is: 'not called'; settlement: Settlement; problem: { code: string; description: string } | null }
  | {
      is: 'called';
      outcome: Outcome;
      uses: readonly MediaUse[];
      method: string;
      answer: KnownAnswer | null;
      durationMs: number;
      isUpload: boolean;
    };

/** A message that is sent. */
export interface Sending {
  message: CampaignPlan['message'];
  variables: readonly TemplateVariable[];
  media: CampaignMedia | null;
  /** Added below the buttons of the message. */
  footer: MessageButton | null;
  /** Faster than Telegram does for nothing, for Stars. */
  isPaid: boolean;
}

/**
 * Dependencies of sending; `linkTo` gives the tracked address of a link of the message, undefined where links are not
 * tracked.
 */
interface SendingDeps extends Clock {
  call: CallTelegram;
  linkTo?: ((link: number) => string) | undefined;
}

const unknownUser: TemplateValues = () => '';

/** Sends the campaign's message to one user, whose row says so on disk. Never rejects because of Telegram. */
export async function sendToRecipient(
  { message, variables, media, footer, isPaid }: Sending,
  userId: number,
  values: TemplateValues | undefined,
  bot: { apiRoot: string; token: string },
  { call: callTelegram, now, monotonic, linkTo }: SendingDeps,
): Promise<Sent> {
  const fill = (content: typeof message) => withFooter(renderTemplate(content, values ?? unknownUser), footer);
  const untrackedContent = fill(message);
  // Checked with the addresses that were written, too: theirs are the ones that the redirect leads to.
  const isTracked = message.track_links && linkTo !== undefined;
  const rendered = isTracked ? fill(replaceLinks(message, linkTo)) : untrackedContent;
  const [problem] = [
    ...campaignMessageProblems(untrackedContent),
    ...(isTracked ? campaignMessageProblems(rendered) : []),
  ];
  if (problem !== undefined) {
    const isPersonal = variables.length > 0;
    const settlement: Settlement = isPersonal
      ? { userId, status: 'Error', reason: reasonOfProblem(problem) }
      : { userId, status: 'ForSend' };
    return { is: 'not called', settlement, problem: isPersonal ? null : { code: problem.code, description: '' } };
  }
  const uses = media === null ? [] : await media.use();
  if (uses === null) {
    const settlement: Settlement = { userId, status: 'ForSend' };
    return { is: 'not called', settlement, problem: { code: 'FileGone', description: '' } };
  }
  const { call, files, sent } = messageCall(userId, { ...message, ...rendered }, uses);
  if (isPaid) call.params.allow_paid_broadcast = true;
  const began = new Date(now()).toISOString();
  const beganAt = monotonic();
  const end = await callTelegram(bot, call, files);
  const durationMs = monotonic() - beganAt;
  const callOutcome = classifyOutcome(end);
  const { post } = message;
  const outcome =
    post === undefined ? callOutcome : await judgeCopy(callOutcome, post, (one) => callTelegram(bot, one, null));
  const isKnown = outcome.is === 'delivered' || outcome.is === 'refused';
  const response = 'body' in end ? parseResponse(end.body) : null;
  if (outcome.is === 'delivered') await media?.delivered(uses, response);
  const answer: KnownAnswer | null = isKnown
    ? {
        status: 'status' in end ? end.status : 0,
        response,
        at: began,
        params: call.params,
        files: sent,
      }
    : null;
  // Telegram takes longer for an album: its time says nothing about limits either.
  const isUpload = files.length > 0 || message.album !== undefined;
  return { is: 'called', outcome, uses, method: call.method, answer, durationMs, isUpload };
}
