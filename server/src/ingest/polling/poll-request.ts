import { toText } from '../proxy/read-parameters.ts';

/** Parameters of a getUpdates call, clamped as Telegram does. */
export interface PollRequest {
  /** Confirms everything below; 0 = from the oldest; negative = all but the last ones are forgotten. */
  offset: number;
  /** 1 to 100. */
  limit: number;
  /** Seconds, 0 to 50. */
  timeout: number;
  /** As it came; undefined = absent. */
  allowedUpdates: unknown;
}

/** Telegram's own limit. Telegraf asks for 50, go-telegram for 59: both hear from Telegram after 50, and so from us. */
const longestPollSeconds = 50;

export function readPollRequest(params: Readonly<Record<string, unknown>>): PollRequest {
  return {
    offset: readInteger(params.offset, 0, -2_147_483_648, 2_147_483_647),
    limit: readInteger(params.limit, 100, 1, 100),
    timeout: readInteger(params.timeout, 0, 0, longestPollSeconds),
    allowedUpdates: params.allowed_updates,
  };
}

/** Telegram reads the digits at the front of the text and clamps; no number is 0, absent is the default. */
function readInteger(value: unknown, byDefault: number, min: number, max: number): number {
  const text = toText(value);
  if (text === undefined || text === '') return byDefault;
  const digits = /^\s*[+-]?\d+/.exec(text)?.[0];
  return Math.min(max, Math.max(min, digits === undefined ? 0 : Number(digits)));
}
