import { type Condition, formatFilter } from '@botscope/contract';
import fc from 'fast-check';
import type { ThrowawayStore } from '../../events/store/test-stores.ts';
import type { ReportDeps } from './context.ts';
import { everyTrigger } from './conversions/test-targets.ts';
import { everySecondRolledUp } from './test-ingest.ts';
import type { TestQuery } from './test-query.ts';
import { worldEvents } from './test-world-history.ts';
import type { World } from './test-worlds.ts';

/** Conditions of each dimension, by values that random worlds have. */
export const conditions: fc.Arbitrary<Condition> = fc
  .constantFrom<Omit<Condition, 'not'>>(
    { dimension: 'language', values: ['en', 'ru'] },
    { dimension: 'language', values: [''] },
    { dimension: 'premium', values: ['yes'] },
    { dimension: 'gender', values: ['female', 'unknown'] },
    { dimension: 'country', values: [''] },
    { dimension: 'source', values: ['ads'] },
    { dimension: 'source', values: ['', 'site'] },
    { dimension: 'param.medium', values: ['mail', ''] },
    { dimension: 'command', values: ['/start', 'menu'] },
    { dimension: 'chat_type', values: ['private'] },
    { dimension: 'chat_type', values: ['supergroup'] },
    { dimension: 'audience', values: ['new'] },
  )
  .chain((condition) => fc.boolean().map((isNegated) => ({ ...condition, not: isNegated })));

/** Texts of filters: often none, at most two groups of three conditions. */
export const filterTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constant(''),
  fc.array(fc.array(conditions, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }).map(formatFilter),
);

export const models = fc.constantFrom('first', 'last', 'last_significant');

/** Ingests a world for its own bot (with a store that waits for nothing) and queries the days around its odd day. */
export async function ingestRandomWorld(
  store: ThrowawayStore,
  world: World,
): Promise<{ deps: ReportDeps; question: Omit<TestQuery, 'type'> }> {
  const bot = store.freshBot();
  await everySecondRolledUp(store, [{ world, bot, events: worldEvents(world, bot) }]);
  const { zone, day } = world.odd;
  const offsetDay = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  return {
    deps: { store, now: () => Date.parse('2030-01-01') },
    question: {
      targets: everyTrigger,
      bot,
      timeZone: zone,
      sessionGapMinutes: 30,
      period: `${offsetDay(-1)}..${offsetDay(2)}`,
      detail: 'day',
    },
  };
}
