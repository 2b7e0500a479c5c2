import {
  dayMs,
  lastOutcomes,
  type OutcomeQuestion,
  outcomesByCounting,
  type RecipientOutcome,
} from './campaign-outcomes.ts';
import { changes } from './churn.ts';
import { type Conversion, conversionsIn } from './conversions.ts';
import type { Delivery } from './deliveries.ts';
import { collectUsers } from './fact-sets.ts';
import { readFacts } from './look.ts';
import type { Look } from './question.ts';

/** An outcome with the message that the recipient got. */
export interface VersionOutcome extends RecipientOutcome {
  variant: number;
  language: string;
}

interface VersionCounted {
  delivered: number;
  notDelivered: number;
  replied: number;
  payers: number;
  left: number;
  /** Targets that at least one user reached, by id. */
  targets: { id: number; users: number }[];
}

/** Recipients of one version after the other, by variant and by language: docs/metrics.md, "Variants of a message". */
export function versionsByCounting(
  deliveries: readonly Delivery[],
  outcomes: readonly VersionOutcome[],
  query: OutcomeQuestion,
): Record<string, VersionCounted> {
  const last = lastOutcomes(outcomes);
  const names = (one: VersionOutcome): string[] => [`variant ${one.variant}`, `language ${one.language}`];
  const departures = changes(readFacts(deliveries, query.question.rules)).filter(({ to }) => to === 'left');
  const countsByName: Record<string, VersionCounted> = {};
  for (const name of new Set(last.flatMap(names))) {
    const versionOutcomes = last.filter((one) => names(one).includes(name));
    const reached = versionOutcomes.filter(({ isDelivered }) => isDelivered);
    const { replied, payers, targets } = outcomesByCounting(deliveries, versionOutcomes, query);
    const goneAfter = reached.filter(({ userId, at }) =>
      departures.some((one) => one.userId === userId && one.time >= at && one.time < at + query.days * dayMs),
    );
    countsByName[name] = {
      ...{ delivered: reached.length, notDelivered: versionOutcomes.length - reached.length },
      ...{ replied: replied.length, payers: payers.length, left: goneAfter.length },
      targets: targets.map(({ id, users }) => ({ id, users: users.length })),
    };
  }
  return countsByName;
}

interface GroupCounted {
  size: number;
  payers: number;
  targets: { id: number; users: number }[];
  /** By code, of those with any money. */
  amounts: Record<string, number>;
}

/** Both groups over the same days from the first delivery on; null before it. See docs/metrics.md, "Control group". */
export function holdOutByCounting(
  deliveries: readonly Delivery[],
  outcomes: readonly RecipientOutcome[],
  control: readonly number[],
  { question, days }: OutcomeQuestion,
): { from: number; sent: GroupCounted; control: GroupCounted } | null {
  const last = lastOutcomes(outcomes);
  const moments = last.flatMap(({ isDelivered, at }) => (isDelivered ? [at] : []));
  if (moments.length === 0) return null;
  const from = Math.min(...moments);
  const facts = readFacts(deliveries, question.rules);
  const group = (userIds: readonly number[]): GroupCounted => {
    const lives = facts.filter(({ userId }) => userIds.includes(userId));
    const look = { question, facts, lives } as unknown as Look;
    const conversions = conversionsIn(look, { start: from, end: from + days * dayMs }).filter(({ userId }) =>
      userIds.includes(userId),
    );
    return { size: userIds.length, ...summed(conversions) };
  };
  return { from, sent: group(last.map(({ userId }) => userId)), control: group(control) };
}

function summed(conversions: readonly Conversion[]): Omit<GroupCounted, 'size'> {
  const real = conversions.filter(({ isRefund }) => !isRefund);
  const ids = [...new Set(real.map(({ targetId }) => targetId))].sort((one, other) => one - other);
  const amounts: Record<string, number> = {};
  for (const { currency, amount } of conversions)
    if (currency !== '') amounts[currency] = (amounts[currency] ?? 0) + (amount ?? 0);
  return {
    payers: collectUsers(conversions.filter(({ amount }) => (amount ?? 0) > 0)).size,
    targets: ids.map((id) => ({ id, users: collectUsers(real.filter(({ targetId }) => targetId === id)).size })),
    amounts,
  };
}
