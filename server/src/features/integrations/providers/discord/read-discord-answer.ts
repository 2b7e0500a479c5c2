import type { Outcome, ProviderAnswer } from '../provider.ts';
import { readStatus } from '../read-status.ts';

/** Discord's codes that concern every message of a webhook, by the code of the problem. */
const problems: ReadonlyMap<unknown, string> = new Map([
  /** Unknown webhook: it was deleted. */
  [10_015, 'gone'],
  /** Unknown channel: of a thread, too. */
  [10_003, 'not_found'],
  /** Invalid webhook token. */
  [50_027, 'unauthorized'],
  /** A thread of another channel, and one that is locked. */
  [160_005, 'forbidden'],
  /** A forum takes messages only in threads; others have none. */
  [220_001, 'misconfigured'],
  [220_003, 'misconfigured'],
]);

/** Reads Discord's answer. */
export function readDiscordAnswer(answer: ProviderAnswer, now: number): Outcome {
  const { status } = answer;
  const { code, message, retry_after: seconds } = parse(answer.body);
  const detail = typeof message === 'string' ? `${status} ${message.slice(0, 500)}` : `HTTP ${status}`;
  if (status >= 400 && status < 500 && problems.has(code))
    return { kind: 'stop', code: problems.get(code) ?? 'misconfigured', detail };
  if (status === 429 && typeof seconds === 'number')
    return { kind: 'retry', code: 'throttled', detail, afterMs: Math.ceil(seconds * 1_000) };
  // Discord may have sent the message before it failed; only 503 says that it took nothing.
  if (status >= 500 && status !== 503) return { kind: 'unknown', code: 'unavailable', detail };
  const outcome = readStatus(answer, now);
  return outcome.kind === 'delivered' ? outcome : { ...outcome, detail };
}

function parse(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
