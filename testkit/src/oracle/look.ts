import { type Days, listBuckets, spanOf } from './calendar.ts';
import type { Delivery } from './deliveries.ts';
import type { Fact } from './facts/fact.ts';
import { eachOnce } from './facts/facts.ts';
import type { PayloadRules } from './facts/payload.ts';
import { readSiteHits } from './facts/site-hits.ts';
import type { Look, Question } from './question.ts';
import { type FilterTerms, selectUsers } from './user-selection.ts';

const nobody = 0;

/** Makes looks at a bot's life: which days, and which users the filter selects. */
export type LookAt = (days: Days, filter: FilterTerms, named?: readonly string[] | null) => Look;

export function lookerAt(deliveries: readonly Delivery[], question: Question): LookAt {
  const facts = readFacts(deliveries, question.rules);
  const siteHits = readSiteHits(deliveries);
  return (days, filter, lineNames = null) => {
    const buckets = listBuckets(days, question.detail);
    const span = spanOf(buckets);
    const selection = selectUsers(filter, { facts }, span, question);
    const lives = facts.filter(({ userId }) => selection.hasUser(userId));
    return {
      ...{ question, days, span, buckets, facts, named: lineNames, lives },
      acts: facts.filter(selection.hasAction),
      siteHits: selection.hasUser(nobody) ? siteHits : [],
    };
  };
}

/** Many questions use the same deliveries. */
const read = new WeakMap<readonly Delivery[], Map<string, Fact[]>>();

export function readFacts(deliveries: readonly Delivery[], rules: PayloadRules): readonly Fact[] {
  const byRules = read.get(deliveries) ?? new Map<string, Fact[]>();
  read.set(deliveries, byRules);
  const key = JSON.stringify(rules);
  const facts = byRules.get(key) ?? eachOnce(deliveries, rules);
  byRules.set(key, facts);
  return facts;
}
