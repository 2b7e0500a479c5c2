import type { CopiedPost, MessageProblem, RecipientReason } from '@botscope/contract';
import { type CallEnd, classifyOutcome, type Outcome } from '../../../telegram/sending/classify-outcome.ts';
import { chatCall } from '../../../telegram/sending/content-calls.ts';
import type { TelegramCall } from '../../../telegram/sending/telegram-call.ts';
import type { Settlement } from '../recipients/settle-recipients.ts';

/** Party at fault for a message that was not delivered. */
export type Fault = 'recipient' | 'message' | 'bot' | 'file' | null;

export interface Judgement {
  settlement: Omit<Settlement, 'userId'>;
  fault: Fault;
}

/** Attempts after which a limited chat is given up. */
const maxAttempts = 12;
const messageFaults = new Set<RecipientReason>([
  'wrong_markup',
  'wrong_buttons',
  'too_long',
  'file_refused',
  'refused',
]);
/** The post that is copied is the same for all, whatever is written with it. */
const postFaults = new Set<RecipientReason>(['post_gone', 'post_uncopyable']);

/**
 * Judges what an answer of Telegram means for the recipient, and whose fault it is. `waitMs` of a limit: the wait of
 * this recipient; 0 where the whole bot waits.
 */
export function judgeOutcome(
  outcome: Outcome,
  { isPersonal, attempts, waitMs }: { isPersonal: boolean; attempts: number; waitMs: number },
): Judgement {
  if (outcome.is === 'delivered') {
    const { messageId, moreIds } = outcome;
    return { settlement: { status: 'Done', messageId, ...(moreIds && { moreIds }) }, fault: null };
  }
  const { description } = outcome;
  if (outcome.is === 'unsent') return { settlement: { status: 'ForSend' }, fault: null };
  if (outcome.is === 'limited') {
    if (waitMs > 0 && attempts >= maxAttempts)
      return { settlement: { status: 'Error', reason: 'flooded', description }, fault: 'recipient' };
    return { settlement: { status: 'ForSend', waitMs, reason: 'too_many_requests', description }, fault: null };
  }
  const { reason } = outcome;
  const failure: Judgement['settlement'] = { status: 'Error', reason, description };
  if (outcome.is === 'unknown') {
    if (!outcome.isPart) return { settlement: failure, fault: null };
    return { settlement: failure, fault: isWrongFileId(description) ? 'file' : 'message' };
  }
  if (reason === 'token_invalid') return { settlement: { status: 'ForSend' }, fault: 'bot' };
  if (isWrongFileId(description)) return { settlement: { status: 'ForSend' }, fault: 'file' };
  if (postFaults.has(reason)) return { settlement: { status: 'ForSend' }, fault: 'message' };
  if (!messageFaults.has(reason)) return { settlement: failure, fault: 'recipient' };
  // A message that is the same for all is not the recipient's fault, so they wait.
  return { settlement: isPersonal || reason === 'refused' ? failure : { status: 'ForSend' }, fault: 'message' };
}

const isWrongFileId = (description: string): boolean =>
  /wrong (?:remote )?file[ _]id|wrong file identifier|file_reference|file_id/i.test(description);

/** Returns the reason that Telegram would give for a message that breaks its limits. */
export function reasonOfProblem({ code }: MessageProblem): RecipientReason {
  if (code === 'MessageTooLong') return 'too_long';
  return code === 'InvalidButton' || code === 'KeyboardTooLarge' ? 'wrong_buttons' : 'wrong_markup';
}

const gonePattern =
  /message to (?:be )?(?:copy|copied) not found|message_id_invalid|not a member of|was kicked from|channel_private/i;
const uncopyable = /can't be (?:copied|forwarded)|forwards_restricted/i;

/**
 * Judges a refused copy. Telegram says “chat not found” of the recipient and of the post's chat alike, so the latter is
 * asked for: else everyone would seem to have left.
 */
export async function judgeCopy(
  outcome: Outcome,
  post: CopiedPost,
  call: (call: TelegramCall) => Promise<CallEnd>,
): Promise<Outcome> {
  if (outcome.is !== 'refused') return outcome;
  const { description } = outcome;
  if (gonePattern.test(description)) return { ...outcome, reason: 'post_gone' };
  if (uncopyable.test(description)) return { ...outcome, reason: 'post_uncopyable' };
  if (outcome.reason !== 'chat_not_found') return outcome;
  return isUnreadable(classifyOutcome(await call(chatCall(post)))) ? { ...outcome, reason: 'post_gone' } : outcome;
}

/** Whether the answer to `getChat` says that the bot cannot read the chat. */
export const isUnreadable = (outcome: Outcome): boolean =>
  outcome.is === 'refused' && outcome.reason !== 'token_invalid';
