import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFailure, toApiAnswer } from './api-answer.ts';
import type { ApiRequests } from './api-requests.ts';

/** A call without a file ends within this; a test send, within Telegram's longest time-out, ms. */
const takenMs = { usual: 60_000, test: 360_000 } as const;
/** Time limit for waiting on the answer to an identical request, ms. */
const timeoutMs = 10_000;
const lookMs = 50;

/** An answer as it leaves. */
export interface Answer {
  status: number;
  text: string;
  isReplayed: boolean;
  retryAfter: number | null;
}

/** Telegram has answered a test, or may have its message. */
const keptOfTests: ReadonlySet<string> = new Set(['TelegramRefused', 'TelegramUncertain', 'OutcomeUnknown']);

/** A request and what it does. `work` gets the name of the request, by which a repetition finds what it did. */
interface Once {
  bot: string;
  key: string | undefined;
  call: string;
  body: unknown;
  /** Cannot be repeated without harm: after an interruption its outcome is unknown. */
  isTest: boolean;
  work: (request: { id: string; isAgain: boolean }) => Promise<object>;
}

/**
 * Answers a request with an Idempotency-Key: the same key and body get the same answer for 24 hours. Rejections of which
 * nothing came free their key, so that a client may correct itself.
 */
export function createAnswerOnce(deps: { requests: ApiRequests; maxBytes: number; now?: () => number }) {
  const { requests, maxBytes, now = Date.now } = deps;

  async function settle(requestId: string, isTest: boolean, error: unknown): Promise<Answer> {
    const { status, body, retryAfter } = toApiAnswer(error, maxBytes);
    const text = JSON.stringify(body);
    // Telegram has answered, or may have the message: a repetition must not send another one.
    const isKept = isTest && keptOfTests.has(body.code);
    if (isKept) return { ...toAnswer(await requests.answer(requestId, status, text)), retryAfter };
    // Nothing has left for Telegram: the same key was answered with this for a day, also when Telegram was back.
    const isUnsent = isTest && body.code === 'TelegramUnavailable';
    if (status >= 500 && !isUnsent) await requests.leave(requestId);
    else await requests.release(requestId);
    throw error;
  }

  return async ({ bot, key, call, body, isTest, work }: Once): Promise<Answer> => {
    if (key === undefined) {
      return toAnswer({ status: 200, answer: serializeResult(await work({ id: randomUUID(), isAgain: false })) });
    }
    if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new ApiFailure('IdempotencyKeyInvalid');
    const hash = createHash('sha256')
      .update(`${call}\n${JSON.stringify(body)}`)
      .digest('hex');
    for (const end = now() + timeoutMs; ; ) {
      const claim = await requests.begin(bot, key, hash, isTest ? takenMs.test : takenMs.usual);
      if (claim.is === 'reused') throw new ApiFailure('IdempotencyKeyReused');
      if (claim.is === 'answered') return { ...toAnswer(claim), isReplayed: true };
      if (claim.is === 'ours') {
        const { requestId, isAgain } = claim;
        try {
          if (isAgain && isTest) throw new ApiFailure('OutcomeUnknown');
          const answer = serializeResult(await work({ id: requestId, isAgain }));
          return toAnswer(await requests.answer(requestId, 200, answer));
        } catch (error) {
          return settle(requestId, isTest, error);
        }
      }
      if (now() >= end) throw new ApiFailure('IdempotencyKeyInUse');
      await sleep(lookMs);
    }
  };
}
export type AnswerOnce = ReturnType<typeof createAnswerOnce>;

const serializeResult = (result: object): string => JSON.stringify({ ok: true, result });
const toAnswer = ({ status, answer }: { status: number; answer: string }): Answer => ({
  status,
  text: answer,
  isReplayed: false,
  retryAfter: null,
});
