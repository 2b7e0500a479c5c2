import type { Outcome, ProviderAnswer } from '../provider.ts';
import { readStatus } from '../read-status.ts';

/** Error of the Graph API (developers.facebook.com/docs/graph-api/guides/error-handling). */
interface GraphError {
  message?: string;
  code?: number;
  error_subcode?: number;
  error_user_msg?: string;
  is_transient?: boolean;
}

const detailLength = 500;
const throttledCodes = new Set([4, 17, 32, 613]);
/** Limits of a use case, such as 80004 of ads. */
const isUseCaseLimit = (code: number): boolean => code >= 80_000 && code <= 80_014;

/** What Meta made of a request with so many events: of one that is bad it takes none, and does not say which is. */
export function readMetaAnswer(answer: ProviderAnswer, sent: number, now: number): Outcome {
  const body = parse(answer.body);
  if (body.error !== undefined) return readError(body.error, answer, sent);
  const outcome = readStatus(answer, now);
  if (outcome.kind !== 'delivered' || body.events_received === sent) return outcome;
  if (body.events_received === undefined)
    return { kind: 'retry', code: 'unavailable', detail: `${answer.status} without a number of events` };
  return refused(sent, `Meta received ${body.events_received} of ${sent} events`);
}

function readError(error: GraphError, { headers }: ProviderAnswer, sent: number): Outcome {
  const { code = 0, error_subcode: subcode, error_user_msg: userMessage, message = '' } = error;
  const detail = `${subcode ? `${code}/${subcode}` : code} ${userMessage || message}`.slice(0, detailLength);
  if (code === 190 || code === 102) return { kind: 'stop', code: 'unauthorized', detail };
  if (throttledCodes.has(code) || isUseCaseLimit(code))
    return { kind: 'retry', code: 'throttled', detail, ...regainTime(headers) };
  if (code === 1 || code === 2 || error.is_transient === true) return { kind: 'retry', code: 'unavailable', detail };
  if ((code === 100 && subcode === 33) || code === 803) return { kind: 'stop', code: 'not_found', detail };
  if (code === 3 || code === 10 || code === 368 || (code >= 200 && code < 300))
    return { kind: 'stop', code: 'forbidden', detail };
  // The version of the API has ended.
  if (code === 2635) return { kind: 'stop', code: 'misconfigured', detail };
  return refused(sent, detail);
}

const refused = (sent: number, detail: string): Outcome => ({
  kind: sent === 1 ? 'rejected' : 'split',
  code: 'rejected',
  detail,
});

/** Minutes until Meta takes requests again, where it says so. */
function regainTime(headers: ProviderAnswer['headers']): { afterMs?: number } {
  const usage = headers['x-business-use-case-usage'] ?? '';
  const minutes = [...usage.matchAll(/"estimated_time_to_regain_access":\s*(\d{1,5})/g)].map((match) =>
    Number(match[1]),
  );
  const longest = Math.max(0, ...minutes);
  return longest > 0 ? { afterMs: Math.min(longest * 60_000, 86_400_000) } : {};
}

function parse(body: string): { events_received?: number; error?: GraphError } {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
