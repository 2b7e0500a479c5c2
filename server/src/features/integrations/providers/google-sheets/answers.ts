import type { Outcome, ProviderAnswer } from '../provider.ts';
import { parseJson } from '../provider-error.ts';
import { readStatus } from '../read-status.ts';

/** Quotas are counted by the minute. */
const quotaMs = 60_000;

/** What an answer means; `grid`: the sheet has too few rows or columns; `token`: another token is needed. */
export function readAnswer(answer: ProviderAnswer, account: string, now: number): Outcome | 'grid' | 'token' {
  const { status } = answer;
  const { message } = (parseJson(answer.body)?.error as { message?: unknown } | undefined) ?? {};
  const words = typeof message === 'string' ? message : '';
  const detail = `${status} ${words}`.trim().slice(0, 500);
  if (status === 401) return 'token';
  if (status === 400) {
    if (/exceeds grid limits/i.test(words)) return 'grid';
    if (/unable to parse range/i.test(words)) return { kind: 'stop', code: 'misconfigured', detail };
    if (/protected/i.test(words)) return { kind: 'stop', code: 'forbidden', detail };
    if (/above the limit of/i.test(words)) return { kind: 'stop', code: 'quota', detail };
  }
  // The interface is off in the account's project, or the spreadsheet is not shared.
  if (status === 403 && /disabled|has not been used/i.test(words)) return { kind: 'stop', code: 'forbidden', detail };
  if (status === 403)
    return { kind: 'stop', code: 'forbidden', detail: `Share the spreadsheet with ${account} as an editor` };
  if (status === 429) {
    const outcome = readStatus(answer, now);
    return { afterMs: quotaMs, ...outcome, ...(outcome.kind === 'retry' && { detail }) } as Outcome;
  }
  if (status >= 300 && status < 400) return { kind: 'stop', code: 'misconfigured', detail };
  const outcome = readStatus(answer, now);
  return outcome.kind === 'delivered' ? outcome : { ...outcome, detail };
}
