import { type Conversion, conversionsIn } from './conversions.ts';
import type { Delivery } from './deliveries.ts';
import { collectUsers } from './fact-sets.ts';
import type { Fact } from './facts/fact.ts';
import { readFacts } from './look.ts';
import type { Look, Question } from './question.ts';

export const dayMs = 24 * 3_600_000;

/** Outcome for a recipient of a campaign. There may be several for one recipient: the last one counts. */
export interface RecipientOutcome {
  userId: number;
  isDelivered: boolean;
  /** Unix ms. */
  at: number;
}

/** Days that recipients are followed, the present moment (Unix ms), and the question whose targets count. */
export interface OutcomeQuestion {
  question: Question;
  days: number;
  now: number;
}

interface Reached {
  delivered: number;
  running: number;
  /** Rising ids. */
  replied: number[];
  payers: number[];
  /** Currencies in which money came in or went back, by code. */
  currencies: { currency: string; payers: number[]; payments: number; amount: number }[];
  /** Targets that were reached, by id. */
  targets: { id: number; users: number[]; conversions: number }[];
}

/** Returns the last outcome of each recipient. */
export function lastOutcomes<Outcome extends RecipientOutcome>(outcomes: readonly Outcome[]): Outcome[] {
  const last = new Map<number, Outcome>();
  for (const outcome of outcomes) {
    const lastOutcome = last.get(outcome.userId);
    if (lastOutcome === undefined || outcome.at >= lastOutcome.at) last.set(outcome.userId, outcome);
  }
  return [...last.values()];
}

/** Counts what users did after their own delivery, one user after the other: docs/metrics.md, "Campaign results". */
export function outcomesByCounting(
  deliveries: readonly Delivery[],
  outcomes: readonly RecipientOutcome[],
  { question, days, now }: OutcomeQuestion,
): Reached {
  const reached = lastOutcomes(outcomes).filter(({ isDelivered }) => isDelivered);
  const facts = readFacts(deliveries, question.rules);
  const lives = facts.filter(({ userId }) => reached.some((one) => one.userId === userId));

  const replied = new Set<number>();
  const conversions: Conversion[] = [];
  for (const { userId, at } of reached) {
    const end = at + days * dayMs;
    for (const fact of lives) {
      if (fact.userId === userId && fact.time >= at && fact.time < end && isWritten(fact)) replied.add(userId);
    }
    const look = { question, facts, lives } as unknown as Look;
    conversions.push(...conversionsIn(look, { start: at, end }).filter((one) => one.userId === userId));
  }

  const payments = conversions.filter(({ amount }) => (amount ?? 0) > 0);
  const currencies = [...new Set(conversions.map(({ currency }) => currency))].filter((currency) => currency !== '');
  const real = conversions.filter(({ isRefund }) => !isRefund);
  const ids = [...new Set(real.map(({ targetId }) => targetId))];
  return {
    delivered: reached.length,
    running: reached.filter(({ at }) => at + days * dayMs > now).length,
    replied: rising(replied),
    payers: rising(collectUsers(payments)),
    currencies: currencies.sort().map((currency) => {
      const currencyPayments = payments.filter((one) => one.currency === currency);
      let amount = 0;
      for (const one of conversions) if (one.currency === currency) amount += one.amount ?? 0;
      return { currency, payers: rising(collectUsers(currencyPayments)), payments: currencyPayments.length, amount };
    }),
    targets: rising(ids).map((id) => {
      const targetConversions = real.filter(({ targetId }) => targetId === id);
      return { id, users: rising(collectUsers(targetConversions)), conversions: targetConversions.length };
    }),
  };
}

/** Messages that Telegram makes of something else: a payment, an event of the chat, data of a Mini App. */
const notWritten: readonly string[] = ['payment', 'service', 'webapp'];

const isWritten = ({ kind, chatType, isAction, type }: Fact): boolean =>
  kind === 'message' && chatType === 'private' && isAction && !notWritten.includes(type);

const rising = (ids: Iterable<number>): number[] => [...ids].sort((one, other) => one - other);
