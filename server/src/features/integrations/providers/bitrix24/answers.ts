import type { Outcome, ProviderAnswer } from '../provider.ts';
import { type Failure, parseJson } from '../provider-error.ts';
import { readStatus } from '../read-status.ts';

/** A method that took too much time in total is closed for so long. */
const operationMs = 600_000;

/** Errors that pass. Their HTTP statuses differ between versions, so the words decide. */
const passing: Readonly<Record<string, { code: string; afterMs?: number }>> = {
  QUERY_LIMIT_EXCEEDED: { code: 'throttled' },
  OPERATION_TIME_LIMIT: { code: 'throttled', afterMs: operationMs },
  INTERNAL_SERVER_ERROR: { code: 'unavailable' },
  ERROR_UNEXPECTED_ANSWER: { code: 'unavailable' },
};

/** Errors that only the owner, or the vendor's support, can end. */
const lasting: Readonly<Record<string, string>> = {
  NO_AUTH_FOUND: 'unauthorized',
  INVALID_CREDENTIALS: 'unauthorized',
  expired_token: 'unauthorized',
  ACCESS_DENIED: 'forbidden',
  insufficient_scope: 'forbidden',
  user_access_error: 'forbidden',
  OVERLOAD_LIMIT: 'quota',
  PORTAL_DELETED: 'gone',
  ERROR_METHOD_NOT_FOUND: 'misconfigured',
  ERROR_BATCH_METHOD_NOT_ALLOWED: 'misconfigured',
  INVALID_REQUEST: 'misconfigured',
};

interface BitrixError {
  error?: unknown;
  error_description?: unknown;
}

/** Words of the provider without the code of the webhook, which pages of errors may repeat. */
function hideCode(text: string, webhook: string): string {
  const code = /\/rest\/\d+\/([A-Za-z0-9]+)/.exec(webhook)?.[1] ?? webhook;
  return text.replaceAll(webhook, '…').replaceAll(code, '…').slice(0, 500);
}

/** What an error means; null: it is about this call alone. */
function readError({ error, error_description }: BitrixError, webhook: string): Failure | null {
  const word = String(error ?? '');
  const detail = hideCode([word, error_description].filter((part) => (part ?? '') !== '').join(': '), webhook);
  const later = passing[word];
  if (later !== undefined) return { kind: 'retry', detail, ...later };
  if (word === 'ERROR_BATCH_LENGTH_EXCEEDED') return { kind: 'split', code: 'too_large', detail };
  const code = lasting[word] ?? (/^access denied/i.test(String(error_description ?? '')) ? 'forbidden' : null);
  return code === null ? null : { kind: 'stop', code, detail };
}

/** What an answer means for the whole request: errors come with any status, 200 as well. */
export function readAnswer(answer: ProviderAnswer, webhook: string, now: number): Outcome {
  const body = parseJson(answer.body);
  if (body !== null && 'error' in body) {
    const outcome = readError(body, webhook);
    if (outcome !== null) return outcome;
    const words = `${answer.status} ${String(body.error)} ${String(body.error_description ?? '')}`;
    return { kind: 'split', code: 'rejected', detail: hideCode(words, webhook) };
  }
  if (answer.status >= 300 && answer.status < 400)
    return { kind: 'stop', code: 'misconfigured', detail: String(answer.status) };
  const outcome = readStatus(answer, now);
  if (outcome.kind !== 'delivered') return { ...outcome, detail: hideCode(outcome.detail, webhook) };
  // A page instead of JSON: the address is not that of a webhook. A long answer is cut, and so no JSON any more.
  const isResult = body === null ? answer.body.trimStart().startsWith('{') : 'result' in body;
  return !isResult
    ? { kind: 'stop', code: 'misconfigured', detail: 'The answer is not that of a webhook of Bitrix24' }
    : outcome;
}

/** Result of one call of a batch. `owner`: what it is about does not exist. */
export type CallResult = { kind: 'done'; value: unknown } | { kind: 'owner'; detail: string } | Failure;

/** Results of a batch that was taken, in the order of its calls. Each call may have failed by itself. */
export function readBatch(answer: ProviderAnswer, calls: number, webhook: string): CallResult[] {
  const result = parseJson(answer.body)?.result as { result?: unknown; result_error?: unknown } | undefined;
  // Lists that are empty are arrays.
  const values = (result?.result ?? {}) as Record<string, unknown>;
  const errors = (result?.result_error ?? {}) as Record<string, BitrixError | undefined>;
  return Array.from({ length: calls }, (_, index) => {
    const key = `c${index}`;
    const error = errors[key];
    if (error === undefined) {
      if (key in values) return { kind: 'done', value: values[key] };
      return { kind: 'retry', code: 'unavailable', detail: 'The answer has no result of this call' };
    }
    const detail = hideCode(`${String(error.error)}: ${String(error.error_description ?? '')}`, webhook);
    if (error.error === 'OWNER_NOT_FOUND' || error.error === 'NOT_FOUND') return { kind: 'owner', detail };
    return readError(error, webhook) ?? { kind: 'rejected', code: 'rejected', detail };
  });
}
