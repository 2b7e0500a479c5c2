import { type DeliveryItem, type Outcome, SendFailure } from './provider.ts';

/** Items that one request sends. */
export interface DeliveryGroup {
  items: readonly DeliveryItem[];
  /** Sends them; one outcome counts for all. @throws SendFailure without an answer */
  send(): Promise<Outcome>;
}

/**
 * Sends groups one after another, for providers that would count a repeated event twice. A lost answer concerns its own
 * group only; after it, or after an answer that holds for the whole integration, the rest is not sent, and waits.
 * @param decided outcomes of items that are in no group
 */
export async function deliverGroups(
  items: readonly DeliveryItem[],
  decided: ReadonlyMap<DeliveryItem, Outcome>,
  groups: readonly DeliveryGroup[],
): Promise<Outcome[]> {
  const outcomes = new Map(decided);
  let blocked: Outcome | null = null;
  for (const group of groups) {
    let outcome: Outcome;
    if (blocked === null) {
      const result = await trySend(group);
      outcome = result.outcome;
      blocked = result.rest;
    } else outcome = blocked;
    for (const item of group.items) outcomes.set(item, outcome);
  }
  return items.map((item) => outcomes.get(item) ?? { kind: 'retry', code: 'interrupted', detail: '' });
}

/** What became of a group, and what that means for those after it; null: nothing. */
async function trySend(group: DeliveryGroup): Promise<{ outcome: Outcome; rest: Outcome | null }> {
  try {
    const outcome = await group.send();
    return { outcome, rest: outcome.kind === 'retry' || outcome.kind === 'stop' ? outcome : null };
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    const rest: Outcome = { kind: 'retry', code: error.code, detail: '' };
    return { outcome: error.mayHaveArrived ? { ...rest, kind: 'unknown' } : rest, rest };
  }
}
