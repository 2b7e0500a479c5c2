import type { Delivery, FileUpdate } from '../deliveries.ts';
import type { Fact } from './fact.ts';
import type { PayloadRules } from './payload.ts';
import { readCall } from './read-call.ts';
import { readConversion } from './read-conversion.ts';
import { isWithoutDate, readUpdate } from './read-update.ts';
import { readHit, readListed, readSiteEvent } from './read-user.ts';

/**
 * Everything that happened, each thing once, in the order of time: of copies that one counts which reached us first, with
 * its time and its profile; of one moment and one request, the one listed first.
 */
export function eachOnce(deliveries: readonly Delivery[], rules: PayloadRules): Fact[] {
  const first = new Map<string, Fact>();
  for (const fact of readAll(deliveries, rules)) {
    const storedFact = first.get(fact.key);
    if (!storedFact || cameBefore(fact, storedFact)) first.set(fact.key, fact);
  }
  return [...first.values()].sort((a, b) => a.time - b.time || a.position - b.position);
}

const cameBefore = (a: Fact, b: Fact): boolean =>
  a.receivedAt < b.receivedAt || (a.receivedAt === b.receivedAt && a.position < b.position);

const readAll = (deliveries: readonly Delivery[], rules: PayloadRules): Fact[] =>
  readEachDelivery(deliveries, rules).map(({ fact }) => fact);

/** Every copy for itself, beside what was delivered. */
export function readEachDelivery(
  deliveries: readonly Delivery[],
  rules: PayloadRules,
): { delivery: Delivery; fact: Fact }[] {
  const lastOfFile = new Map<number, number>();
  return deliveries.flatMap((delivery, position) =>
    readDelivery(delivery, position, rules, lastOfFile).map((fact) => ({ delivery, fact })),
  );
}

function readDelivery(
  delivery: Delivery,
  position: number,
  rules: PayloadRules,
  lastOfFile: Map<number, number>,
): Fact[] {
  switch (delivery.way) {
    case 'push':
      return [readUpdate(delivery, position, rules)];
    case 'file':
      return [readLine(delivery, position, rules, lastOfFile)];
    case 'call':
      return [readCall(delivery, position)].filter((fact) => fact !== null);
    case 'conversion':
      return [readConversion(delivery, position)];
    case 'hit':
      return [readHit(delivery, position, rules)];
    // As a hit it is nobody's: see site-hits.ts.
    case 'site':
      return readSiteEvent(delivery, position);
    case 'list':
      return readListed(delivery, position, rules);
    default:
      throw new Error(`no such way: ${String(delivery satisfies never)}`);
  }
}

/** A line of a file: without any date it happened when the one before it did. */
function readLine(line: FileUpdate, position: number, rules: PayloadRules, last: Map<number, number>): Fact {
  const fact = readUpdate(line, position, rules);
  const time = isWithoutDate(line) ? (last.get(line.file) ?? fact.time) : fact.time;
  last.set(line.file, time);
  return { ...fact, time };
}
