import type { MessageReason } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { integer, isObject, text } from '../json.ts';
import { type CallResult, TelegramAwayError } from './circuit.ts';

/** End of a call to Telegram: an answer or an error. */
export type CallEnd =
  /** `body` null: it was cut off. */
  { status: number; body: string | null } | { error: unknown };

/** Outcome of the call for the message. */
export type Outcome =
  /** `moreIds`: of the further messages of an album. */
  | { is: 'delivered'; messageId: number | null; moreIds?: number[] }
  | { is: 'refused'; reason: MessageReason; description: string }
  /** Telegram may have it. `isPart`: it refused a part of an album, and the others may have arrived. */
  | { is: 'unknown'; reason: MessageReason; description: string; isPart?: true }
  /** Nothing was sent. `retryInMs`: Telegram does not answer this bot, and is called again then at the earliest. */
  | { is: 'unsent'; description: string; retryInMs?: number }
  | { is: 'limited'; retryAfterMs: number; description: string };

/** Failures of name resolution, of the connection and of TLS: no byte of the request has left. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EPROTO',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
]);

/** Telegram's words, in lower case, by what they begin with or hold; the first that fits. */
const rejections: readonly (readonly [RegExp, MessageReason])[] = [
  [/bot was blocked by the user|user_is_blocked/, 'blocked'],
  [/user is deactivated|input_user_deactivated/, 'deactivated'],
  [/can't initiate conversation/, 'cannot_initiate'],
  [/chat not found|user not found|peer_id_invalid/, 'chat_not_found'],
  [/can't send messages to bots|can't send messages to the bot/, 'wrong_recipient'],
  [/voice_messages_forbidden|have no rights|not enough rights|chat_write_forbidden|payment_required/, 'privacy'],
  [/message to be replied not found|message to reply not found|replied message not found/, 'reply_gone'],
  [/can't parse entit|unsupported start tag|entity_/, 'wrong_markup'],
  [/is too long|too_long/, 'too_long'],
  [/button|reply markup|keyboard/, 'wrong_buttons'],
  [/request entity too large|file|photo|webpage_|media|wrong type/, 'file_refused'],
  [/unauthorized|logged out/, 'token_invalid'],
];

/** Reasons of the user or the chat apply to every part of an album: none has arrived. */
const ofChat: ReadonlySet<MessageReason> = new Set([
  'blocked',
  'deactivated',
  'chat_not_found',
  'cannot_initiate',
  'wrong_recipient',
]);
const partOfAlbum = /failed to send message #\d+ with the error message|group send failed/;

const maxTextLength = 500;

/** Pure. Errors before the request was sent are certain; after it, only Telegram's own answer is. */
export function classifyOutcome(end: CallEnd): Outcome {
  if ('error' in end) return ofError(end.error);
  const { status, body } = end;
  // The status came, so the method has run.
  if (body === null && status === 200) return { is: 'delivered', messageId: null };
  const answer = body === null ? null : parse(body);
  if (answer?.ok === true && status < 300) return parseDelivery(answer.result);
  const description = (text(answer?.description, maxTextLength) || `HTTP ${status}`).trim();
  // A page of something between us and Telegram.
  if (answer === null || answer.ok !== false) return uncertain('server_error', description);
  const code = integer(answer.error_code) || status;
  const words = description.toLowerCase();
  if (code === 429) return { is: 'limited', retryAfterMs: parseRetryAfter(answer.parameters), description };
  if (code >= 500 || words.includes('bad gateway')) return uncertain('server_error', description);
  const reason = findReason(code, words);
  if (partOfAlbum.test(words) && !ofChat.has(reason))
    return { is: 'unknown', reason: 'server_error', description, isPart: true };
  return { is: 'refused', reason, description };
}

/**
 * Returns the error for the colleague who requested a call. "Nothing was changed" was once said of a test that had
 * arrived, and a second one was sent: a call that Telegram may have carried out has an error of its own.
 */
export function outcomeError(outcome: Exclude<Outcome, { is: 'delivered' }>): AppError {
  const { description: message } = outcome;
  switch (outcome.is) {
    case 'refused':
      return new AppError('TelegramRefused', { message });
    case 'limited':
      return new AppError('TooManyRequests', { message, retryAfterS: Math.ceil(outcome.retryAfterMs / 1_000) });
    case 'unsent':
      return new AppError('TelegramUnavailable', { message });
    case 'unknown':
      return new AppError('TelegramUncertain', { message });
  }
}

/** Result of the call for the bot's circuit. */
export function toCallResult(end: CallEnd): CallResult {
  const outcome = classifyOutcome(end);
  if (outcome.is === 'unsent') return 'unsent';
  return outcome.is === 'unknown' && outcome.isPart !== true ? 'unknown' : 'answered';
}

/** The first message stands for the whole album. */
function parseDelivery(result: unknown): Outcome {
  if (!Array.isArray(result)) return { is: 'delivered', messageId: parseMessageId(result) };
  const [messageId = null, ...moreIds] = result.flatMap((message) => parseMessageId(message) ?? []);
  return { is: 'delivered', messageId, moreIds };
}

const uncertain = (reason: MessageReason, description: string): Outcome => ({ is: 'unknown', reason, description });

function ofError(error: unknown): Outcome {
  const description = describe(error);
  if (error instanceof TelegramAwayError) return { is: 'unsent', description, retryInMs: error.waitMs };
  return isBeforeSending(error) ? { is: 'unsent', description } : uncertain('no_answer', description);
}

function isBeforeSending(error: unknown): boolean {
  // Several addresses were tried: one that may have got it is enough.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isBeforeSending);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    if (beforeSending.has(code) || /^(ERR_TLS|ERR_SSL|CERT_)/.test(code)) return true;
    return code === 'ETIMEDOUT' && syscall === 'connect';
  }
  return error.cause !== undefined && isBeforeSending(error.cause);
}

/** A code such as ECONNREFUSED; never an address, which contains the token. */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return describe(error.errors[0]);
  if (!(error instanceof Error)) return 'no answer';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  return error.cause === undefined ? error.name : describe(error.cause);
}

function parse(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

const parseMessageId = (result: unknown): number | null =>
  isObject(result) ? integer(result.message_id) || null : null;

/** An answer without the seconds is taken for one second. */
function parseRetryAfter(parameters: unknown): number {
  const seconds = isObject(parameters) ? Number(parameters.retry_after) : 0;
  return seconds > 0 ? seconds * 1_000 : 1_000;
}

function findReason(code: number, words: string): MessageReason {
  if (code === 401 || code === 404) return 'token_invalid';
  return rejections.find(([pattern]) => pattern.test(words))?.[1] ?? 'refused';
}
