import { classifyOutcome } from '../../../../telegram/sending/classify-outcome.ts';
import type { Outcome, ProviderAnswer } from '../provider.ts';

/** What Telegram says of the chat, in lower case, by the code of the problem. */
const ofChat: readonly (readonly [RegExp, string])[] = [
  [
    /chat not found|user not found|peer_id_invalid|chat_id_invalid|group chat was deactivated|chat_id is empty/,
    'not_found',
  ],
  [/message thread not found|topic_deleted|topic_id_invalid/, 'not_found'],
  [/topic_closed|not enough rights|have no rights|need administrator rights|chat_write_forbidden/, 'forbidden'],
  [
    /chat_restricted|chat_admin_required|chat_send_plain_forbidden|user_banned_in_channel|payment_required/,
    'forbidden',
  ],
  [/can't initiate conversation|bot was blocked|user is deactivated|user_is_blocked|bot was kicked/, 'forbidden'],
  [/not a member|can't send messages to (?:bots|the bot)|group chat was upgraded/, 'forbidden'],
];

/** Reads Telegram's answer to sendMessage. Only an answer of Telegram itself says that nothing was sent. */
export function readTelegramAnswer({ status, body }: ProviderAnswer): Outcome {
  const outcome = classifyOutcome({ status, body });
  if (outcome.is === 'delivered') return { kind: 'delivered' };
  const detail = outcome.description;
  if (outcome.is === 'limited') return { kind: 'retry', code: 'throttled', detail, afterMs: outcome.retryAfterMs };
  if (outcome.is !== 'refused') return { kind: 'unknown', code: 'unavailable', detail };
  if (outcome.reason === 'token_invalid') return { kind: 'stop', code: 'unauthorized', detail };
  const words = detail.toLowerCase();
  const code = ofChat.find(([pattern]) => pattern.test(words))?.[1] ?? (status === 403 ? 'forbidden' : null);
  return code === null ? { kind: 'split', code: 'rejected', detail } : { kind: 'stop', code, detail };
}
