import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dumpSchema, schemaFile } from './dump-schema.ts';
import { openEmbeddedEngine } from './engine/embedded.ts';
import type { Engine } from './engine/engine.ts';
import { rowColumns } from './event-row.ts';
import { migrate, readMigrations, splitStatements } from './migrate.ts';

const bot = '0123456789abc';
let engine: Engine;
const directory = mkdtempSync(join(tmpdir(), 'botscope-migrate-'));
beforeAll(() => {
  engine = openEmbeddedEngine(directory);
});
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

it('numbers migrations from 1 without a gap', () => {
  const numbers = readMigrations().map((migration) => migration.number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

it('applies each migration once, also after one that was cut short', async () => {
  const [first, second] = readMigrations();
  if (!first || !second) throw new Error('There are no migrations');
  // A crash in the middle: some tables are there, the record is not.
  await engine.command(first.statements[0] ?? '');
  expect(await migrate(engine, [first])).toEqual([first.name]);
  const launch = (user: number, id: number, source: string) =>
    [
      bot,
      id,
      20_000,
      user,
      user,
      'private',
      'in',
      'message',
      'command',
      1,
      1,
      Number(source !== ''),
      '',
      1_772_366_400_000 + id,
    ]
      .concat([0, 1_772_366_400_500 + id, '/start', '', source, '{}', source, 0, '', 0, 'Ada', '', '', 'en', 0, '{}'])
      .join('\t');
  const rows = [launch(1, 1, 'ads'), launch(1, 2, 'site'), launch(2, 3, '')];
  await engine.insert({ table: 'incoming', columns: rowColumns, body: Buffer.from(`${rows.join('\n')}\n`) });
  // And again: the view fills the new columns, and the old ones are gone.
  for (const statement of second.statements.slice(0, 4)) await engine.command(statement);
  expect(await migrate(engine)).toEqual(
    readMigrations()
      .slice(1)
      .map((migration) => migration.name),
  );
  expect(await migrate(engine)).toEqual([]);
  const later = {
    number: 999,
    name: 'later',
    statements: ['CREATE TABLE IF NOT EXISTS later (a Int8) ENGINE = Memory'],
  };
  expect(await migrate(engine, [...readMigrations(), later])).toEqual(['later']);
  await engine.command('DROP TABLE later');
});

it('carries the first and last launch of everybody over to their new columns', async () => {
  const people = await engine.query({
    sql: `SELECT user_id AS person, tupleElement(first_source, 'source') AS first, tupleElement(last_source, 'source') AS last,
            toString(tupleElement(first_source, 'time')) AS time, tupleElement(last_source, 'receipt') AS receipt
          FROM people FINAL WHERE bot = {bot:String} ORDER BY person`,
    params: { bot },
  });
  expect(people).toEqual([
    { person: 1, first: 'ads', last: 'site', time: '2026-03-01 12:00:00.001', receipt: -1_772_366_400_502 },
    { person: 2, first: '', last: '', time: '2299-12-31 23:59:59.000', receipt: 0 },
  ]);
});

it('has a schema.sql that shows the tables as they are (else run dump-schema.ts)', async () => {
  expect(await dumpSchema(engine)).toBe(readFileSync(schemaFile, 'utf8'));
});

it('sends rows with exactly the columns of the incoming table', async () => {
  const columns = await engine.query<{ name: string }>({
    sql: `SELECT name FROM system.columns WHERE table = 'incoming' AND database = currentDatabase() ORDER BY position`,
  });
  expect(columns.map((column) => column.name)).toEqual([...rowColumns]);
});

it('cuts a script at semicolons that end a line, and nowhere else', () => {
  const script = "-- first; comment\nSELECT 1;\n\nSELECT ';' AS a -- no\nFROM b;  \n-- the end;\n";
  expect(splitStatements(script)).toEqual(['SELECT 1', "SELECT ';' AS a -- no\nFROM b"]);
});
