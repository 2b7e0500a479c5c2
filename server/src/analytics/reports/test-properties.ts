import type { Report, ReportLine } from '@botscope/contract';
import { shiftDay } from '@botscope/testkit/oracle/calendar.ts';
import type { ThrowawayStore } from '../../events/store/test-stores.ts';
import { everyTrigger } from './conversions/test-targets.ts';
import type { StoredWorld } from './test-oracle.ts';
import { type TestNumber, testReport, testUsers } from './test-query.ts';
import { drawWorld } from './test-world-history.ts';

/** Further parts of a query; `first` and `last` are days counted from the world's odd day. */
export type Extra = Partial<TestNumber> & { first?: number; last?: number };

/** Asks about the days around a world's odd day, local to it, long afterwards. */
export function asker(store: ThrowawayStore) {
  const deps = { store, now: () => Date.parse('2030-01-01T00:00:00Z') };
  const question = ({ world, bot }: StoredWorld, type: string, { first = -2, last = 3, ...extra }: Extra) => {
    const { day, zone: timeZone } = world.odd;
    const period = `${shiftDay(day, first)}..${shiftDay(day, last)}`;
    const targets = everyTrigger.slice(0, 5);
    return { bot, type, period, timeZone, sessionGapMinutes: 30, targets, detail: 'day', ...extra };
  };
  return {
    report: (one: StoredWorld, type: string, extra: Extra = {}): Promise<Report> =>
      testReport(deps, question(one, type, extra)),
    /** Ids of the users behind a number. */
    users: async (one: StoredWorld, type: string, extra: Extra): Promise<readonly number[]> =>
      (await testUsers(deps, question(one, type, extra))).ids,
  };
}

/** Holds a law against some of the worlds: number `from`, and each that is `step` farther. A breach is stored with its world. */
export async function forWorlds(
  storedWorlds: readonly StoredWorld[],
  { from, step }: { from: number; step: number },
  law: (one: StoredWorld, place: number) => Promise<void>,
): Promise<void> {
  for (let place = from % step; place < storedWorlds.length; place += step) {
    const one = storedWorlds[place];
    if (!one) continue;
    try {
      await law(one, place);
    } catch (cause) {
      throw new Error(`world ${place}\n${drawWorld(one.world)}\n${String(cause)}`, { cause });
    }
  }
}

/** Lines of things together. */
export const sumLines = (lines: readonly ReportLine[]) => ({
  values: (lines[0]?.values ?? []).map((_, index) => lines.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)),
  total: lines.reduce((sum, { total }) => sum + (total ?? 0), 0),
});

/** Total of a line by its name, else of the first one. */
export const findTotal = ({ lines }: Report, name?: string): number | null | undefined =>
  lines.find((line) => name === undefined || line.name === name)?.total;
