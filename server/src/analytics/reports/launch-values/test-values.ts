import { sourceDeterminations } from '@botscope/contract';
import { expect } from 'vitest';
import type { ThrowawayStore } from '../../../events/store/test-stores.ts';
import { attributedUsersSql, sourcedUsersSql } from '../../query/attribution.sql.ts';
import { runQuery } from '../../query/run-query.ts';
import { scope } from '../../query/scope.ts';
import type { TestBot } from '../test-bot.ts';

/** By first name, the value that a user has in each model; as of a moment, later than all unless given. */
export async function loadValues(
  store: ThrowawayStore,
  bot: Pick<TestBot, 'key' | 'events'>,
  value = 'source',
  until = '2025-01-01T00:00:00Z',
  params = {},
) {
  const names = new Map(bot.events.map(({ userId, firstName }) => [userId, firstName]));
  const valuesByName: Record<string, string[]> = Object.fromEntries([...names.values()].map((name) => [name, []]));
  for (const model of sourceDeterminations) {
    const attribution = { model, value, until: "fromUnixTimestamp64Milli({end:Int64}, 'UTC')" };
    const ask = (write: typeof attributedUsersSql) => {
      const statement = scope(bot.key, 0, Date.parse(until)).statement(() => write(attribution), params);
      return runQuery<{ user_id: number; value: string }>(store, statement, { tag: 'test' });
    };
    const rows = await ask(attributedUsersSql);
    for (const { user_id, value: userValue } of rows) valuesByName[names.get(user_id) ?? '']?.push(userValue);
    const sort = (list: typeof rows) => list.sort((a, b) => a.user_id - b.user_id);
    // This statement may leave out users without a value.
    expect(sort(await ask(sourcedUsersSql))).toEqual(sort(rows.filter((row) => row.value !== '')));
  }
  return valuesByName;
}
