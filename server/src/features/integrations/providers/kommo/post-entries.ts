import { type Outcome, SendFailure } from '../provider.ts';
import { embedded, fieldErrors, readAnswer, readFieldErrors } from './answers.ts';
import type { KommoContext } from './configuration.ts';
import { kommoRequest } from './requests.ts';

/** What became of an entry: its ID in the account, or why there is none. */
export type Posted = { kind: 'made'; id: number } | { kind: 'contact' } | { kind: 'field' } | Outcome;

/**
 * Makes contacts, leads or notes in one request. A request with a bad entry is refused whole, and says which one is bad:
 * the others are sent again without it.
 */
export async function postEntries(
  context: KommoContext,
  path: '/contacts' | '/leads' | '/contacts/notes',
  entries: readonly object[],
): Promise<Posted[]> {
  const results = new Map<number, Posted>();
  let open = entries.map((entry, index) => ({ index, body: { ...entry, request_id: String(index) } }));
  while (open.length > 0) {
    const posted = await postOnce(context, path, open);
    for (const { index } of open) {
      const result = posted.get(index);
      if (result !== undefined) results.set(index, result);
    }
    open = open.filter(({ index }) => !results.has(index));
  }
  return entries.map((_, index) => results.get(index) as Posted);
}

/** At least one of the entries has a result; the others are to be sent again. */
async function postOnce(
  context: KommoContext,
  path: string,
  open: readonly { index: number; body: object }[],
): Promise<Map<number, Posted>> {
  const all = (result: Posted) => new Map(open.map(({ index }) => [index, result] as const));
  let answer: Awaited<ReturnType<KommoContext['send']>>;
  try {
    const bodies = open.map(({ body }) => body);
    answer = await context.send(kommoRequest(context, 'POST', path, bodies));
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    return all({ kind: error.mayHaveArrived ? 'unknown' : 'retry', code: error.code, detail: '' });
  }
  const named = [...fieldErrors(answer)].filter(([id]) => open.some(({ index }) => String(index) === id));
  if (named.length > 0) return new Map(named.map(([id, errors]) => [Number(id), readErrors(errors)]));
  const outcome = readAnswer(answer, context.now());
  // A gateway that gives up does not say whether the account did.
  if (outcome.kind === 'retry' && answer.status >= 500) return all({ ...outcome, kind: 'unknown' });
  if (outcome.kind !== 'delivered') return all(outcome);
  const made = new Map(
    embedded(answer, path.slice(path.lastIndexOf('/') + 1)).map(({ request_id, id }) => [String(request_id), id]),
  );
  const results = all({ kind: 'unknown', code: 'other', detail: 'The answer does not name the entry' });
  for (const { index } of open) {
    const id = made.get(String(index));
    if (typeof id === 'number') results.set(index, { kind: 'made', id });
  }
  return results;
}

function readErrors(errors: Parameters<typeof readFieldErrors>[0]): Posted {
  const reading = readFieldErrors(errors);
  return typeof reading === 'string' ? { kind: reading } : reading;
}
