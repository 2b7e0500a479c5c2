import type { BotErrorReason, Event } from '@botscope/contract';
import { isBoundedJson } from '../../platform/json/json-pieces.ts';
import { readChat } from '../../telegram/chat.ts';
import { integer, isObject, isPresent, type JsonObject } from '../../telegram/json.ts';
import { canonicalMethodName } from '../../telegram/method-names.ts';
import { redactTokens } from '../../telegram/redact.ts';
import { blankEvent } from './blank-event.ts';
import { boundedJson } from './bounded-json.ts';
import { type CallAnswer, noAnswerCode, parseCallAnswer, saysUserIsGone } from './call-answer.ts';
import { canonicalText } from './canonical-text.ts';
import type { Rejected } from './draft.ts';
import { hashEventId } from './event-id.ts';
import { senderTime, trustedTime } from './resolve-timestamps.ts';

export { noAnswerCode } from './call-answer.ts';

/** A call of the bot: captured by our proxy, or reported by the bot itself. */
export interface ReceivedCall {
  /** Public key of the bot. */
  bot: string;
  method: unknown;
  /** An object, or its JSON; anything else counts as none. */
  params?: unknown;
  /** Uploaded files by name, type and size; never their bytes. */
  files?: readonly unknown[] | undefined;
  /** HTTP status; 0 = no answer came; undefined = not known. */
  status?: number | undefined;
  /** Telegram's answer, or its `result` alone; undefined or null = not known. */
  response?: unknown;
  /** When the call was made, in any form that resolve-timestamps.ts reads. */
  date?: unknown;
  /** Unix milliseconds. */
  receivedAt: number;
  /** Index among calls of one request that are alike in everything; 0 for the first. */
  copy?: number;
  /** ID of the row in `messages`, for what a colleague wrote; the payload names it. */
  ledgerId?: string | undefined;
  /** A problem that the endpoint has already found. */
  problem?: BotErrorReason | undefined;
}

/** The event, and what Telegram answered, for the bot's error log. */
export interface NormalizedCall {
  event: Event;
  answer: CallAnswer;
}

const nameLength = 64;
const methodPattern = /^[A-Za-z]\w{0,63}$/;

/**
 * Makes an event from a call of the bot. Pure; one and a half times the work of an update. Its time is that of the call.
 * A call is no action and no contact, but Telegram's answer can show that the user blocked the bot.
 * Never throws; only a call without a method name, or nested more than 500 levels deep, is rejected.
 */
export function normalizeCall(receivedCall: ReceivedCall): NormalizedCall | Rejected {
  if (receivedCall.problem !== undefined) return { rejected: receivedCall.problem };
  const name = parseMethodName(receivedCall.method);
  if (name === null) return { rejected: 'NotACall' };
  const params = readParams(receivedCall.params);
  const files = Array.isArray(receivedCall.files) && receivedCall.files.length > 0 ? receivedCall.files : undefined;
  const response = receivedCall.response ?? undefined;
  const answer = parseCallAnswer(response, receivedCall.status);
  const moment = resolveMoment(receivedCall, name, answer);

  const content = canonicalText([name, params, files, response, answer.code, moment.identity, receivedCall.copy ?? 0]);
  if (content === null) return { rejected: 'TooDeep' };

  const recipient = resolveRecipient(params, answer);
  const event: Event = {
    ...blankEvent(receivedCall),
    ...recipient,
    id: hashEventId(`${receivedCall.bot} call ${content}`),
    kind: 'call',
    direction: 'out',
    name,
    code: answer.code,
    membership: recipient.userId !== 0 && saysUserIsGone(answer) ? 'blocked' : '',
    time: moment.time,
    sentAt: moment.sentAt,
    partitionKey: Math.floor((moment.sentAt || receivedCall.receivedAt / 1000) / dayS),
    payload: serializePayload({
      method: name,
      params,
      files,
      response: response ?? noAnswer(answer),
      date: moment.time,
      ledger_id: receivedCall.ledgerId,
    }),
  };
  return { event, answer };
}

/** `sendMessage` in any spelling: Telegram accepts any case, and some clients send whole addresses. */
function parseMethodName(method: unknown): string | null {
  if (typeof method !== 'string' || method.length > 1_000) return null;
  const [path = ''] = method.trim().split(/[?#]/, 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return methodPattern.test(name) ? canonicalMethodName(name).slice(0, nameLength) : null;
}

function readParams(params: unknown): JsonObject {
  if (isObject(params)) return params;
  if (typeof params !== 'string' || !params.trimStart().startsWith('{')) return {};
  // The endpoint measured the text as one value.
  if (!isBoundedJson(Buffer.from(params))) return {};
  try {
    const parsedParams: unknown = JSON.parse(params);
    return isObject(parsedParams) ? parsedParams : {};
  } catch {
    return {};
  }
}

const dayS = 86_400;
const latestDateSeconds = 2 ** 32 - 1;

/**
 * When it happened, and what identifies a copy of it. Two equal texts sent within one second are two messages: their
 * message ids in Telegram's answers differ, or their times do. Without any date each delivery counts.
 */
function resolveMoment(receivedCall: ReceivedCall, name: string, { result }: CallAnswer) {
  const { date, receivedAt } = receivedCall;
  const message: unknown = Array.isArray(result) ? result[0] : result;
  const messageDate = extractMessageDate(message);
  // New buttons leave a message with the date of its first sending, which may be months ago.
  const isDateOfCall = sendingMethod.test(name) || (isObject(message) && integer(message.edit_date) > 0);
  const time = trustedTime(receivedCall, isDateOfCall ? messageDate : 0);
  // A date in the sender's words identifies the copy, also where the clocks behind it are not trusted.
  const dated = senderTime(date, receivedAt);
  if (dated !== null) return { time, sentAt: Math.floor(dated / 1000), identity: date };
  return { time, sentAt: messageDate, identity: messageDate === 0 ? receivedAt : 'shown' };
}

/** These make a new message, so its date is that of the call. */
const sendingMethod = /^(?:send|forward)/;

/** Telegram's own date of the message that the call made or changed, in Unix seconds; 0 where there is none. */
function extractMessageDate(message: unknown): number {
  if (!isObject(message)) return 0;
  const seconds = integer(message.edit_date) || integer(message.date);
  return seconds > 0 && seconds <= latestDateSeconds ? seconds : 0;
}

/**
 * The chat of Telegram's answer, or else of the parameters: a positive id is a user's private chat. A public @name alone
 * identifies no chat.
 */
function resolveRecipient(params: JsonObject, { result }: CallAnswer): Pick<Event, 'userId' | 'chatId' | 'chatType'> {
  const message = Array.isArray(result) ? result[0] : result;
  const answerChat = readChat(isObject(message) ? message.chat : undefined);
  const requested = parseId(params.chat_id);
  // On behalf of a business account: the other user had no contact with the bot (see classify-action.ts).
  if (isPresent(params.business_connection_id))
    return { ...answerChat, userId: 0, chatId: answerChat.chatId || requested };
  if (answerChat.chatId !== 0 && (requested === 0 || requested === answerChat.chatId)) {
    return {
      ...answerChat,
      userId: answerChat.chatType === 'private' || answerChat.chatId > 0 ? Math.max(0, answerChat.chatId) : 0,
    };
  }
  if (requested > 0) return { userId: requested, chatId: requested, chatType: 'private' };
  return { userId: requested === 0 ? Math.max(0, parseId(params.user_id)) : 0, chatId: requested, chatType: '' };
}

/** Ids are numbers, or texts from clients that send forms. */
function parseId(value: unknown): number {
  return integer(typeof value === 'string' && /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value);
}

const noAnswer = ({ code }: CallAnswer): JsonObject | undefined =>
  code === noAnswerCode
    ? { ok: false, error_code: 0, description: 'No answer' }
    : code === 0
      ? undefined
      : { ok: false, error_code: code };

/** Parameters with secrets; bot tokens anywhere else in the call are redacted too. */
const secrets: ReadonlySet<string> = new Set(['secret_token', 'provider_token']);

function serializePayload(call: { params: JsonObject } & Record<string, unknown>): string {
  const redactedCall = Object.keys(call.params).some((key) => secrets.has(key))
    ? {
        ...call,
        params: Object.fromEntries(Object.entries(call.params).map(([k, v]) => [k, secrets.has(k) ? '<secret>' : v])),
      }
    : call;
  return redactTokens(boundedJson(redactedCall)).toWellFormed();
}
