import type { BotErrorReason } from '@botscope/contract';
import { isObject, isPresent, type JsonObject } from '../../telegram/json.ts';
import type { ItemReader } from './body-items.ts';
import type { RejectedBody } from './read-pushed.ts';

/** A call that a bot reports, as its client wrote it: nothing is checked here. */
export interface PushedCall {
  method: unknown;
  params?: unknown;
  /** Uploads by name, type and size. */
  files?: readonly unknown[];
  /** Telegram's answer, or its `result` alone. */
  response?: unknown;
  date?: unknown;
  /** Problem of the item; `method` is then absent and `item` as it came. */
  problem?: Extract<BotErrorReason, 'NotACall' | 'TooLarge' | 'TooDeep'>;
  /** The item as it came; of one that was not parsed for its size, the beginning of its text. */
  item: unknown;
}

const expected = 'Expected {"method": …, "params": {…}, "response": {…}, "date": …}, or a list of those';

/** The documented name first; the others are what frameworks call the same thing. */
const names: Readonly<Record<'params' | 'response' | 'date', readonly string[]>> = {
  params: ['params', 'parameters', 'payload', 'body', 'data'],
  response: ['response', 'answer', 'result'],
  date: ['date', 'time', 'timestamp'],
};
const knownFields: ReadonlySet<string> = new Set([
  'method',
  'files',
  'ok',
  'error_code',
  'description',
  ...Object.values(names).flat(),
]);

/**
 * Finds the calls in the body of either call: one, or a list. Parameters may stand beside the method, as they do in a
 * reply to a webhook; Telegram's answer may stand there too. A list is never refused for an item: a client would send
 * the same list again forever.
 */
function readPushedCalls(body: unknown): PushedCall[] | RejectedBody {
  if (Array.isArray(body)) return body.map(readListed);
  const call = readCall(body);
  return call === null ? { refused: expected } : [call];
}

export const callReader: ItemReader<PushedCall> = {
  body: readPushedCalls,
  item: readListed,
  unread: (text, problem) => ({ method: undefined, problem, item: text }),
  mayHoldFiles: true,
};

function readListed(item: unknown): PushedCall {
  return readCall(item) ?? { method: undefined, problem: 'NotACall', item };
}

function readCall(item: unknown): PushedCall | null {
  if (!isObject(item) || typeof item.method !== 'string') return null;
  return {
    method: item.method,
    params: selectParams(item),
    ...(Array.isArray(item.files) ? { files: item.files } : {}),
    response: typeof item.ok === 'boolean' ? answerBeside(item) : findField(item, names.response),
    date: findField(item, names.date),
    item,
  };
}

function selectParams(item: JsonObject): unknown {
  // The `payload` of an invoice is itself a parameter, and no object.
  const key = names.params.find((name) => isObject(item[name])) ?? names.params.find((name) => isJson(item[name]));
  if (key !== undefined) return item[key];
  const beside: ReadonlySet<string> = new Set(names.params);
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => !knownFields.has(name) || (beside.has(name) && isPresent(value))),
  );
}

const isJson = (value: unknown): boolean => typeof value === 'string' && value.trimStart().startsWith('{');

function findField(item: JsonObject, keys: readonly string[]): unknown {
  const key = keys.find((name) => item[name] !== undefined && item[name] !== null);
  return key === undefined ? undefined : item[key];
}

function answerBeside({ ok, result, error_code, description }: JsonObject): JsonObject {
  return { ok, result, error_code, description };
}
