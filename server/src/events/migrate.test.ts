import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dumpSchema, schemaFile } from './dump-schema.ts';
import { openEmbeddedEngine } from './engine/embedded.ts';
import type { Engine } from './engine/engine.ts';
import { rowColumns } from './event-row.ts';
import { migrate, readMigrations, splitStatements } from './migrate.ts';

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
  const [first] = readMigrations();
  if (!first) throw new Error('There are no migrations');
  // A crash in the middle: the tables are there, the record is not.
  await engine.command(first.statements[0] ?? '');
  expect(await migrate(engine)).toEqual(readMigrations().map((migration) => migration.name));
  expect(await migrate(engine)).toEqual([]);
  const later = {
    number: 999,
    name: 'later',
    statements: ['CREATE TABLE IF NOT EXISTS later (a Int8) ENGINE = Memory'],
  };
  expect(await migrate(engine, [...readMigrations(), later])).toEqual(['later']);
  await engine.command('DROP TABLE later');
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
