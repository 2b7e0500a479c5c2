import type { DeliveryItem, Outcome, ProviderAnswer } from './provider.ts';

/** Longest detail of a problem, in characters. */
const detailLength = 500;

/**
 * What the HTTP status says, for providers that follow the standard: 2xx delivered, 401 403 404 410 stop, 408 425 429
 * and 5xx later, any other a request that will never be taken. Redirects are not followed, since nobody asked for the
 * other address: they stop, and name it.
 */
export function readStatus({ status, headers, body }: ProviderAnswer, now: number): Outcome {
  const detail = `${status} ${body.slice(0, detailLength)}`.trim();
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status >= 300 && status < 400)
    return { kind: 'stop', code: 'misconfigured', detail: `${status} ${headers.location ?? ''}`.trim() };
  if (status === 401) return { kind: 'stop', code: 'unauthorized', detail };
  if (status === 403) return { kind: 'stop', code: 'forbidden', detail };
  if (status === 404) return { kind: 'stop', code: 'not_found', detail };
  if (status === 410) return { kind: 'stop', code: 'gone', detail };
  if (status === 429 || status === 425)
    return { kind: 'retry', code: 'throttled', detail, ...retryAfter(headers, now) };
  if (status === 408 || status >= 500)
    return { kind: 'retry', code: 'unavailable', detail, ...retryAfter(headers, now) };
  if (status === 413) return { kind: 'split', code: 'too_large', detail };
  return { kind: 'split', code: 'rejected', detail };
}

/** `Retry-After` in seconds or as a date, at most a day. */
function retryAfter(headers: ProviderAnswer['headers'], now: number): { afterMs?: number } {
  const text = headers['retry-after']?.trim() ?? '';
  if (text === '') return {};
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 ? { afterMs: Math.min(ms, 86_400_000) } : {};
}

/** The same outcome for all items. */
export const forAll = (items: readonly DeliveryItem[], outcome: Outcome): Outcome[] => items.map(() => outcome);
