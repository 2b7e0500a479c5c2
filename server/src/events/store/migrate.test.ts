import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dumpSchema, schemaFile } from './dump-schema.ts';
import { openEmbeddedEngine } from './engine/embedded.ts';
import type { Engine } from './engine/engine.ts';
import { encodeRow, rowColumns } from './event-row.ts';
import { migrate, readMigrations, splitStatements } from './migrate.ts';
import { anEvent } from './test-event.ts';

let engine: Engine;
const directory = mkdtempSync(join(tmpdir(), 'botscope-migrate-'));
beforeAll(() => {
  engine = openEmbeddedEngine(directory);
});
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const laterMigration = {
  number: 999,
  name: 'later',
  statements: ['CREATE TABLE IF NOT EXISTS later (a Int8) ENGINE = Memory'],
};
const countEvents = () => engine.query({ sql: 'SELECT count() AS events FROM events' });

it('numbers migrations from 1 without a gap', () => {
  const numbers = readMigrations().map((migration) => migration.number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

it('applies each migration once, also after one that was interrupted', async () => {
  const migrations = readMigrations();
  const [first] = migrations;
  if (!first) throw new Error('There are no migrations');
  // A crash in the middle: half of the tables exist, and the migration is not recorded.
  const halfCount = Math.floor(first.statements.length / 2);
  expect(halfCount).toBeGreaterThan(1);
  for (const statement of first.statements.slice(0, halfCount)) await engine.command(statement);
  expect(await migrate(engine)).toEqual(migrations.map(({ name }) => name));
  const row = encodeRow(anEvent({ bot: '0123456789abc' }));
  await engine.insert({ table: 'incoming', columns: rowColumns, body: Buffer.from(`${row}\n`) });
  expect(await countEvents()).toEqual([{ events: 1 }]);
});

it('does nothing on a second start, and adds only what is missing', async () => {
  expect(await migrate(engine)).toEqual([]);
  expect(await migrate(engine, [...readMigrations(), laterMigration])).toEqual(['later']);
  await engine.command('DROP TABLE later');
  expect(await countEvents()).toEqual([{ events: 1 }]);
});

it('refuses a store of another version: one that is newer, or whose migrations had other names', async () => {
  await expect(migrate(engine)).rejects.toThrow('used by another version (it has 0999-later): start that version');
  const renamed = readMigrations().map((migration) => ({ ...migration, name: 'events' }));
  await expect(migrate(engine, [...renamed, laterMigration])).rejects.toThrow('it has 0001-schema');
  expect(await countEvents()).toEqual([{ events: 1 }]);
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
