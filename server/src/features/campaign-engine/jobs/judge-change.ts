import type { SentMessageAction, SentMessageReason } from '@botscope/contract';
import type { Outcome } from '../../../telegram/sending/classify-outcome.ts';

/** Meaning of an answer for a message that is changed. */
export type ChangeJudgement =
  | { is: 'done' }
  | { is: 'failed'; reason: SentMessageReason; isMessageFault: boolean }
  /** Every change may be repeated without harm. `waitMs` 0: as soon as the bot may go on. */
  | { is: 'again'; waitMs: number }
  | { is: 'bot fault' };

/** Attempts of a call whose answer never came. */
const maxAttempts = 4;
const againMs = 3_000;
/** A chat that is limited for longer is given up, ms: everyone after it would wait. */
const longestWaitMs = 600_000;

/** Telegram's words for a state that is already what was asked for. */
const alreadySo: Readonly<Record<SentMessageAction, RegExp>> = {
  edit: /message is not modified/i,
  delete: /messages? to delete not found|message_id_invalid/i,
  pin: /chat_not_modified|already pinned/i,
  unpin: /message to unpin not found|message not found|message_id_invalid|chat_not_modified|not pinned/i,
};
const gonePattern = /message to (?:edit|pin) not found|message not found|message_id_invalid/i;
const messageFaults: ReadonlySet<string> = new Set(['wrong_markup', 'wrong_buttons', 'too_long', 'refused']);

/** Pure. `waitMs`: how long this chat waits, of a limit; 0 where the whole bot does. */
export function judgeChange(
  outcome: Outcome,
  { action, attempts, waitMs }: { action: SentMessageAction; attempts: number; waitMs: number },
): ChangeJudgement {
  if (outcome.is === 'delivered') return { is: 'done' };
  if (outcome.is === 'unsent') return { is: 'again', waitMs: 0 };
  if (outcome.is === 'limited') {
    if (waitMs > longestWaitMs) return { is: 'failed', reason: 'flooded', isMessageFault: false };
    return { is: 'again', waitMs };
  }
  const { reason, description } = outcome;
  if (outcome.is === 'unknown') {
    if (attempts < maxAttempts) return { is: 'again', waitMs: againMs * attempts };
    return { is: 'failed', reason, isMessageFault: false };
  }
  if (alreadySo[action].test(description)) return { is: 'done' };
  if (reason === 'token_invalid') return { is: 'bot fault' };
  if (gonePattern.test(description)) return { is: 'failed', reason: 'message_gone', isMessageFault: false };
  if (action === 'delete' && /can't be deleted/i.test(description)) {
    return { is: 'failed', reason: 'too_old', isMessageFault: false };
  }
  return { is: 'failed', reason, isMessageFault: action === 'edit' && messageFaults.has(reason) };
}
