import { readJson } from '../analytics/read-json.ts';
import type { Outcome, ProviderAnswer } from '../provider.ts';
import { readStatus } from '../read-status.ts';

/** The limit of ten seconds is over by then; the daily one ends at midnight in the account's time zone. */
const burstMs = 10_000;
const dailyMs = 3_600_000;

/** What an answer says of all that was in the request. Partial successes (207) are `delivered`: see `readObjects`. */
export function readAnswer(answer: ProviderAnswer, now: number): Outcome {
  const outcome = readStatus(answer, now);
  const body = readJson(answer) ?? {};
  if (answer.status === 429) {
    const isDaily = body.policyName === 'DAILY';
    const detail = String(body.message ?? '').slice(0, 500);
    return { kind: 'retry', code: isDaily ? 'quota' : 'throttled', detail, afterMs: isDaily ? dailyMs : burstMs };
  }
  if (answer.status === 403) {
    const scopes = missingScopes(body);
    if (scopes.length > 0) return { kind: 'stop', code: 'forbidden', detail: `Missing scopes: ${scopes.join(', ')}` };
  }
  // Something else writes the same contact, a large synchronization runs, or the account is being moved.
  if ([409, 423, 477].includes(answer.status))
    return { kind: 'retry', code: 'unavailable', detail: `${answer.status} ${answer.body.slice(0, 500)}` };
  return outcome;
}

function missingScopes(body: Readonly<Record<string, unknown>>): string[] {
  if (body.category !== 'MISSING_SCOPES' || !Array.isArray(body.errors)) return [];
  const scopes = body.errors.flatMap((error) => error?.context?.requiredGranularScopes ?? []);
  return [...new Set(scopes.map(String))];
}

/** What became of the objects of a batch, by the trace IDs that it had. */
export interface BatchResults {
  /** IDs at HubSpot. */
  ids: Map<string, string>;
  refused: Map<string, Outcome>;
}

/** `idProperty` is read where a result has no trace ID. */
export function readObjects(answer: ProviderAnswer, idProperty: string): BatchResults {
  const body = readJson(answer) ?? {};
  const ids = new Map<string, string>();
  const refused = new Map<string, Outcome>();
  for (const result of Array.isArray(body.results) ? body.results : []) {
    const traceId = result?.objectWriteTraceId ?? result?.properties?.[idProperty];
    if (traceId !== undefined) ids.set(String(traceId), String(result.id));
  }
  for (const error of Array.isArray(body.errors) ? body.errors : []) {
    const detail = String(error?.message ?? '').slice(0, 500);
    const context = error?.context ?? {};
    for (const traceId of [context.objectWriteTraceId ?? [], context.ids ?? []].flat())
      refused.set(String(traceId), { kind: 'rejected', code: 'rejected', detail });
  }
  return { ids, refused };
}
