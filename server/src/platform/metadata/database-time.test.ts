import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databaseTime, hasCome } from './database-time.ts';
import { testEngines, testMetadata } from './test-metadata.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const minute = 60_000;

describe.each(testEngines)('moments on $name', (engine) => {
  const metadata = testMetadata(engine);

  /* A wait of at most an hour, at noon. */
  test.each([
    ['11:59:59', true],
    ['12:00:00', true],
    ['12:00:01', false],
    ['13:01:00', false],
    ['13:01:01', true],
  ])('a wait until %s is over: %s', async (time, expected) => {
    const moment = sql<Date>`${`2026-03-01T${time}Z`}::timestamptz`;
    const condition = hasCome(
      moment,
      databaseTime(() => now),
      60 * minute,
    );
    const { rows } = await sql`SELECT ${condition} AS come`.execute(metadata().db);
    expect(rows).toEqual([{ come: expected }]);
  });
});
