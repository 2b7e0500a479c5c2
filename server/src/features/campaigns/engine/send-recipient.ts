import {
  messageProblems,
  type OutgoingContent,
  renderTemplate,
  type TemplateValues,
  type TemplateVariable,
} from '@botscope/contract';
import { type KnownAnswer, responseOf } from '../../../ingest/recording/record-answer.ts';
import type { CallTelegram } from '../../../telegram/sending/call-telegram.ts';
import { classifyOutcome, type Outcome } from '../../../telegram/sending/classify-outcome.ts';
import { sendingCall } from '../../../telegram/sending/telegram-call.ts';
import type { CampaignMedia, MediaUse } from './campaign-media.ts';
import { reasonOfProblem } from './judge-outcome.ts';
import type { CampaignPlan } from './running-campaigns.ts';
import type { Settlement } from './settle-recipients.ts';

/** What became of one recipient's message. */
export type Sent =
  /** Telegram was not called. */
  | { is: 'not called'; settlement: Settlement; problem: { code: string; description: string } | null }
  | {
      is: 'called';
      outcome: Outcome;
      method: string;
      answer: KnownAnswer | null;
      durationMs: number;
      isUpload: boolean;
    };

export interface Sending {
  message: CampaignPlan['message'];
  variables: readonly TemplateVariable[];
  media: CampaignMedia | null;
}

const unknownUser: TemplateValues = () => '';

/** Sends the campaign's message to one user, whose row says so on disk. Never rejects because of Telegram. */
export async function sendToRecipient(
  { message, variables, media }: Sending,
  userId: number,
  values: TemplateValues | undefined,
  bot: { apiRoot: string; token: string },
  { call: callTelegram, now }: { call: CallTelegram; now: () => number },
): Promise<Sent> {
  const rendered = renderTemplate(message, values ?? unknownUser);
  const [problem] = messageProblems(rendered);
  if (problem !== undefined) {
    const isPersonal = variables.length > 0;
    const settlement: Settlement = isPersonal
      ? { userId, status: 'Error', reason: reasonOfProblem(problem) }
      : { userId, status: 'ForSend' };
    return { is: 'not called', settlement, problem: isPersonal ? null : { code: problem.code, description: '' } };
  }
  const use = media === null ? null : await media.use();
  if (media !== null && use === null) {
    const settlement: Settlement = { userId, status: 'ForSend' };
    return { is: 'not called', settlement, problem: { code: 'FileGone', description: '' } };
  }
  const upload = use !== null && 'upload' in use ? use.upload : null;
  const call = sendingCall(userId, contentFor(message, rendered, use));
  const began = now();
  const end = await callTelegram(bot, call, upload);
  const outcome = classifyOutcome(end);
  const isKnown = outcome.is === 'delivered' || outcome.is === 'refused';
  const response = 'body' in end ? responseOf(end.body) : null;
  if (outcome.is === 'delivered') await media?.delivered(response);
  const sentFile = {
    field: call.file ?? '',
    name: upload?.name ?? '',
    type: upload?.type ?? '',
    size: upload?.bytes ?? 0,
  };
  const answer: KnownAnswer | null = isKnown
    ? {
        status: 'status' in end ? end.status : 0,
        response,
        at: new Date(began).toISOString(),
        params: call.params,
        files: upload === null ? [] : [sentFile],
      }
    : null;
  return { is: 'called', outcome, method: call.method, answer, durationMs: now() - began, isUpload: upload !== null };
}

/** `upload` is a name only: the bytes go beside it. */
function contentFor(
  { media, disable_notification, protect_content, disable_preview }: CampaignPlan['message'],
  { text, entities, buttons }: Pick<CampaignPlan['message'], 'text' | 'entities' | 'buttons'>,
  use: MediaUse | null,
): OutgoingContent {
  const options = { disable_notification, protect_content, disable_preview };
  if (media === null || use === null) return { text, entities, buttons, ...options };
  const file = 'fileId' in use ? { file_id: use.fileId } : { upload: media.file };
  const has_spoiler = media.has_spoiler ?? false;
  return { text, entities, buttons, ...options, media: { kind: use.kind, has_spoiler, ...file } };
}
