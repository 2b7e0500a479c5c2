import type { BotErrorReason, Event } from '@botscope/contract';
import { isBoundedJson } from '../../platform/json/json-pieces.ts';
import { readChat } from '../../telegram/chat.ts';
import { integer, isObject, isPresent, type JsonObject } from '../../telegram/json.ts';
import { spellMethod } from '../../telegram/method-names.ts';
import { redactTokens } from '../../telegram/redact.ts';
import { blankEvent } from './blank-event.ts';
import { boundedJson } from './bounded-json.ts';
import { canonicalText } from './canonical-text.ts';
import type { Rejected } from './draft.ts';
import { identityOf } from './identify.ts';
import { type CallAnswer, NO_ANSWER, readAnswer, tellsThatTheyLeft } from './read-answer.ts';
import { senderTime } from './tell-time.ts';

export { NO_ANSWER } from './read-answer.ts';

/** A call of the bot as it reached us: seen by our proxy, or told by the bot itself. */
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
  /** Telegram's answer, or its `result` alone; undefined or null = not told. */
  response?: unknown;
  /** When the call was made, in any form that tell-time.ts reads. */
  date?: unknown;
  /** Unix milliseconds. */
  receivedAt: number;
  /** Which of several calls of one request that are alike in everything; 0 for the first. */
  copy?: number;
  /** What the door already found wrong with it. */
  problem?: BotErrorReason | undefined;
}

/** The event, and what Telegram answered, for the bot's error log. */
export interface NormalizedCall {
  event: Event;
  answer: CallAnswer;
}

const NAME_LENGTH = 64;
const methodPattern = /^[A-Za-z]\w{0,63}$/;

/**
 * Makes an event from a call of the bot: pure, one and a half times the work of an update. Its time is the moment of
 * the call. Sending is nothing that a person does: a call is no action and makes nobody a bot user; but Telegram's
 * answer can tell that somebody left.
 * Never throws; only what names no method, or is nested absurdly deep, is rejected.
 */
export function normalizeCall(received: ReceivedCall): NormalizedCall | Rejected {
  if (received.problem !== undefined) return { rejected: received.problem };
  const name = methodOf(received.method);
  if (name === null) return { rejected: 'NotACall' };
  const params = readParams(received.params);
  const files = Array.isArray(received.files) && received.files.length > 0 ? received.files : undefined;
  const response = received.response ?? undefined;
  const answer = readAnswer(response, received.status);
  const moment = momentOf(received, answer);

  const content = canonicalText([name, params, files, response, answer.code, moment.identity, received.copy ?? 0]);
  if (content === null) return { rejected: 'TooDeep' };

  const whom = recipientOf(params, answer);
  const event: Event = {
    ...blankEvent(received),
    ...whom,
    id: identityOf(`${received.bot} call ${content}`),
    kind: 'call',
    direction: 'out',
    name,
    code: answer.code,
    membership: whom.userId !== 0 && tellsThatTheyLeft(answer) ? 'blocked' : '',
    time: moment.time,
    sentAt: moment.sentAt,
    partitionKey: Math.floor((moment.sentAt || received.receivedAt / 1000) / DAY_S),
    payload: payloadOf({ method: name, params, files, response: response ?? noAnswer(answer), date: moment.time }),
  };
  return { event, answer };
}

/** `sendMessage` of any writing: Telegram takes any case, and people paste whole addresses. */
function methodOf(method: unknown): string | null {
  if (typeof method !== 'string' || method.length > 1_000) return null;
  const [path = ''] = method.trim().split(/[?#]/, 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return methodPattern.test(name) ? spellMethod(name).slice(0, NAME_LENGTH) : null;
}

function readParams(params: unknown): JsonObject {
  if (isObject(params)) return params;
  if (typeof params !== 'string' || !params.trimStart().startsWith('{')) return {};
  // As a text it was one value to whoever measured the call.
  if (!isBoundedJson(Buffer.from(params))) return {};
  try {
    const parsed: unknown = JSON.parse(params);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

const DAY_S = 86_400;
const LATEST_TOLD_S = 2 ** 32 - 1;

/**
 * When it happened, and by what a copy of it is known. Two equal texts sent within one second are two messages: their
 * numbers in Telegram's answers differ, or their moments do. Without any date each delivery to us counts.
 */
function momentOf({ date, receivedAt }: ReceivedCall, { result }: CallAnswer) {
  const time = senderTime(date, receivedAt);
  if (time !== null) return { time, sentAt: Math.floor(time / 1000), identity: date };
  const sentAt = toldIn(Array.isArray(result) ? result[0] : result);
  return { time: receivedAt, sentAt, identity: sentAt === 0 ? receivedAt : 'told' };
}

/** Telegram's own date of the message that the call made or changed, in Unix seconds; 0 where there is none. */
function toldIn(message: unknown): number {
  if (!isObject(message)) return 0;
  const seconds = integer(message.edit_date) || integer(message.date);
  return seconds > 0 && seconds <= LATEST_TOLD_S ? seconds : 0;
}

/**
 * The chat as Telegram's answer tells it, else by the parameters: a positive id is a person's private chat. A public
 * @name alone names no chat that we could tell.
 */
function recipientOf(params: JsonObject, { result }: CallAnswer): Pick<Event, 'userId' | 'chatId' | 'chatType'> {
  const message = Array.isArray(result) ? result[0] : result;
  const told = readChat(isObject(message) ? message.chat : undefined);
  const asked = idOf(params.chat_id);
  // On behalf of a business account: the person at the other end has not met the bot (see classify-action.ts).
  if (isPresent(params.business_connection_id)) return { ...told, userId: 0, chatId: told.chatId || asked };
  if (told.chatId !== 0 && (asked === 0 || asked === told.chatId)) {
    return { ...told, userId: told.chatType === 'private' || told.chatId > 0 ? Math.max(0, told.chatId) : 0 };
  }
  if (asked > 0) return { userId: asked, chatId: asked, chatType: 'private' };
  return { userId: asked === 0 ? Math.max(0, idOf(params.user_id)) : 0, chatId: asked, chatType: '' };
}

/** Ids come as numbers, and as texts from clients that write forms. */
function idOf(value: unknown): number {
  return integer(typeof value === 'string' && /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value);
}

const noAnswer = ({ code }: CallAnswer): JsonObject | undefined =>
  code === NO_ANSWER
    ? { ok: false, error_code: 0, description: 'No answer' }
    : code === 0
      ? undefined
      : { ok: false, error_code: code };

/** Keys whose values open doors; a bot token anywhere else in it is blotted out as well. */
const secrets: ReadonlySet<string> = new Set(['secret_token', 'provider_token']);

function payloadOf(call: { params: JsonObject } & Record<string, unknown>): string {
  const shown = Object.keys(call.params).some((key) => secrets.has(key))
    ? {
        ...call,
        params: Object.fromEntries(Object.entries(call.params).map(([k, v]) => [k, secrets.has(k) ? '<secret>' : v])),
      }
    : call;
  return redactTokens(boundedJson(shown)).toWellFormed();
}
