import type { CopiedPost } from '@botscope/contract';
import { type CallEnd, classifyOutcome, type Outcome } from '../../../telegram/sending/classify-outcome.ts';
import { chatCall } from '../../../telegram/sending/content-calls.ts';
import type { TelegramCall } from '../../../telegram/sending/telegram-call.ts';

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
