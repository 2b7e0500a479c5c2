import type { BotErrorReason } from '@botscope/contract';
import type { Dispatcher } from 'undici';
import { isObject } from '../../telegram/json.ts';
import { type Attempt, forwardRequest, parseUpstream } from './forward-update.ts';
import type { Reply } from './reply.ts';

/** Uploads over a slow line included. */
const callTimeoutMs = 60_000;
/** Further tries, only where Telegram surely did nothing with the one before; milliseconds before each. */
const pausesMs = [500, 2_000, 5_000];
/** A longer wait that Telegram asks for is not worth holding up the chat. */
const longestPauseMs = 30_000;

export interface ReplyFailure {
  reason: Extract<BotErrorReason, 'ReplyRefused' | 'ReplyNotSent'>;
  code: number;
  text: string;
}

/** Next step after a try to execute a reply. */
type Verdict = { done: true } | { again: number } | ReplyFailure;

/**
 * A call whose fate is unknown is not repeated: Telegram may have executed it, and a doubled message is worse than a
 * missing one. What never left us, and what Telegram refused for a moment, is.
 */
function judge(attempt: Attempt, tries: number): Verdict {
  const pause = pausesMs[tries - 1];
  if ('aborted' in attempt) return { reason: 'ReplyNotSent', code: 0, text: 'The server was stopped' };
  if ('silence' in attempt) {
    const { unsent, text } = attempt.silence;
    return unsent && pause !== undefined ? { again: pause } : { reason: 'ReplyNotSent', code: 0, text };
  }
  const { status, body } = attempt.answer;
  if (status >= 200 && status < 300) return { done: true };
  const { description, retryAfterMs } = parseError(body);
  if (status === 429 && pause !== undefined && retryAfterMs <= longestPauseMs)
    return { again: Math.max(pause, retryAfterMs) };
  return { reason: status >= 500 ? 'ReplyNotSent' : 'ReplyRefused', code: status, text: description };
}

function readAnswer(attempt: Attempt): { status: number; response: unknown } {
  if (!('answer' in attempt)) return { status: 0, response: null };
  const { status, body, rest } = attempt.answer;
  rest?.destroy();
  try {
    return { status, response: JSON.parse(body.toString('utf8')) };
  } catch {
    return { status, response: null };
  }
}

function parseError(body: Buffer): { description: string; retryAfterMs: number } {
  const text = body.toString('utf8');
  try {
    const answer: unknown = JSON.parse(text);
    if (isObject(answer)) {
      const seconds = isObject(answer.parameters) ? Number(answer.parameters.retry_after) : 0;
      return { description: String(answer.description ?? ''), retryAfterMs: seconds > 0 ? seconds * 1_000 : 0 };
    }
  } catch {
    // Some proxy's HTML: shown to the owner as it is.
  }
  return { description: text.slice(0, 2_000), retryAfterMs: 0 };
}

/** Outcome of a reply. */
interface Executed {
  failure: ReplyFailure | null;
  /** Status of Telegram's last answer; 0 = none. */
  status: number;
  /** Telegram's JSON; null if there was none. */
  response: unknown;
}

/** Executes the call of a queued update's answer. Never rejects. */
export async function executeReply(
  deps: { telegram: Dispatcher; after: (ms: number, run: () => void) => () => void },
  bot: { apiRoot: string; token: string },
  reply: Reply,
  signal: AbortSignal,
): Promise<Executed> {
  const upstream = parseUpstream(`${bot.apiRoot}/bot${bot.token}/${reply.method}`);
  const headers = ['Content-Type', reply.contentType, 'Connection', 'keep-alive'];
  for (let tries = 1; ; tries += 1) {
    const limits = { timeoutMs: callTimeoutMs, signal, after: deps.after };
    const attempt = await forwardRequest(deps.telegram, { upstream, headers, body: reply.body }, limits);
    const verdict = judge(attempt, tries);
    if (!('again' in verdict)) return { failure: 'done' in verdict ? null : verdict, ...readAnswer(attempt) };
    if ('answer' in attempt) attempt.answer.rest?.destroy();
    await new Promise<void>((resolve) => deps.after(verdict.again, resolve));
  }
}
