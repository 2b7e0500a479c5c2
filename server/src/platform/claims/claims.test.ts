import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../metadata/test-metadata.ts';
import { createClaims } from './claims.ts';

const start = Date.parse('2026-03-01T12:00:00Z');
const minute = 60_000;

describe.each(testEngines)('claims on $name', (engine) => {
  const metadata = testMetadata(engine);
  let clock = start;
  const claims = (instance: string, run: string) =>
    createClaims({ claimant: { instance, run }, claimMs: minute, clock: () => clock });
  const first = claims('directory', 'first');
  const restarted = claims('directory', 'second');
  const other = claims('directory-2', 'first');

  beforeAll(async () => {
    await metadata().run('CREATE TABLE claimed_rows (id int PRIMARY KEY, claimed_by text, claimed_until timestamptz)');
  });
  beforeEach(async () => {
    clock = start;
    await metadata().run('DELETE FROM claimed_rows');
    await metadata().run('INSERT INTO claimed_rows (id) SELECT generate_series(1, 20)');
  });

  /** Claims the first free row, as features do in their own statements. */
  async function claimOne(by: typeof first): Promise<number | undefined> {
    const { claimed_by, claimed_until } = by.claimed();
    const { rows } = await sql<{ id: number }>`
      UPDATE claimed_rows SET claimed_by = ${claimed_by}, claimed_until = ${claimed_until}
      WHERE id = (
        SELECT row.id FROM claimed_rows AS row WHERE ${by.isFree('row')} ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) RETURNING id`.execute(metadata().db);
    return rows[0]?.id;
  }
  const update = async (
    by: typeof first,
    columns: Partial<ReturnType<typeof first.claimed>> | typeof first.released,
  ) => {
    const { claimed_by = sql`claimed_by`, claimed_until } = { ...columns };
    const { numAffectedRows } = await sql`
      UPDATE claimed_rows SET claimed_by = ${claimed_by}, claimed_until = ${claimed_until}
      WHERE id = 1 AND ${by.isOurs()}`.execute(metadata().db);
    return numAffectedRows;
  };

  /*
   * | the row was                           | first | restarted | other |
   * |---------------------------------------|-------|-----------|-------|
   * | never claimed, or released            | free  | free      | free  |
   * | claimed by first a moment ago         |       | free      |       |
   * | claimed by other a moment ago         |       |           |       |
   * | claimed by first, or other, expired   | free  | free      | free  |
   */
  test.each<[string, (typeof first)[], number, string[]]>([
    ['never claimed', [], 0, ['first', 'restarted', 'other']],
    ['claimed', [first], minute - 1, ['restarted']],
    ['claimed by another directory', [other], minute - 1, []],
    ['expired', [first], minute, ['first', 'restarted', 'other']],
    ['expired in another directory', [other], minute, ['first', 'restarted', 'other']],
    ['claimed by a clock that was ahead', [other], -minute - 1, ['first', 'restarted']],
    ['taken over after a restart', [first, restarted], minute - 1, ['first']],
  ])('a row that is %s can be claimed by these', async (_, claimants, passedMs, expected) => {
    await metadata().run('DELETE FROM claimed_rows WHERE id > 1');
    for (const claimant of claimants) expect(await claimOne(claimant)).toBe(1);
    clock += passedMs;
    const free: string[] = [];
    for (const [name, by] of Object.entries({ first, restarted, other })) {
      const { rows } = await sql`SELECT 1 FROM claimed_rows WHERE ${by.isFree()}`.execute(metadata().db);
      if (rows.length > 0) free.push(name);
    }
    expect(free).toEqual(expected);
  });

  test('renewing makes a claim last, releasing ends it at once, and neither works on the claim of another', async () => {
    expect(await claimOne(first)).toBe(1);
    clock += minute - 1;
    expect(await update(other, other.renewed())).toBe(0n);
    expect(await update(other, other.released)).toBe(0n);
    expect(await update(first, first.renewed())).toBe(1n);
    clock += minute - 1;
    expect(await claimOne(other)).toBe(2);
    expect(await update(first, first.released)).toBe(1n);
    expect(await claimOne(other)).toBe(1);
    expect(await update(first, first.renewed())).toBe(0n);
  });

  test('two processes that claim at once get different rows, and together all', async () => {
    const claimAll = async (by: typeof first): Promise<number[]> => {
      const ids: number[] = [];
      for (let id = await claimOne(by); id !== undefined; id = await claimOne(by)) ids.push(id);
      return ids;
    };
    const [ids, otherIds] = await Promise.all([claimAll(first), claimAll(other)]);
    expect([...ids, ...otherIds].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });
});
