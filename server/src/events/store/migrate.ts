import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Engine } from './engine/engine.ts';
import { renderSchema } from './engine/replicated.ts';
import { readFirstNames } from './first-names/first-names.ts';

/**
 * Brings the table `first_names` up to the lists of this version. Cheap when it is. Where several processes may start at
 * once the caller holds a lock; a crash in between leaves a table that the next start fills again.
 */
export async function fillFirstNames(engine: Pick<Engine, 'query' | 'command' | 'insert'>): Promise<boolean> {
  const { names, version } = readFirstNames();
  const [row] = await engine.query<{ names: number }>({
    sql: 'SELECT count() AS names FROM first_names WHERE version = {version:String}',
    params: { version },
  });
  if (row?.names === names.length) return false;
  await engine.command('TRUNCATE TABLE first_names');
  const rows = names.map(({ name, gender, share }) => `${name}\t${gender}\t${share}\t${version}\n`);
  await engine.insert({
    table: 'first_names',
    columns: ['name', 'gender', 'share', 'version'],
    body: Buffer.from(rows.join('')),
  });
  return true;
}

export interface Migration {
  number: number;
  name: string;
  statements: string[];
}

const folder = join(import.meta.dirname, 'migrations');

/** All migrations in order. A file is `NNNN-name.sql`; its statements end with a semicolon at the end of a line. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(5, -4),
      statements: splitStatements(readFileSync(join(folder, file), 'utf8')),
    }));
}

/** Cuts a script at each line-ending semicolon; comment lines are left out, for a lone comment is not a statement. */
export function splitStatements(script: string): string[] {
  return script
    .replace(/^--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/**
 * Brings the tables up to date, forward only, and returns the names of the migrations that ran. Where several processes
 * may start at once (a ClickHouse server), the caller holds a lock. Every statement is IF NOT EXISTS, so a migration that
 * was interrupted by a crash runs again from its first line.
 * @throws if the store has a migration that this version does not know: another version created it, and its tables may
 * have other names
 */
export async function migrate(engine: Engine, migrations = readMigrations()): Promise<string[]> {
  await engine.command(renderSchema(migrationsTable, engine.cluster));
  const rows = await engine.query<{ number: number; name: string }>({
    sql: 'SELECT number, name FROM migrations ORDER BY number',
  });
  const unknownMigrations = rows.filter(
    (row) => !migrations.some(({ number, name }) => number === row.number && name === row.name),
  );
  if (unknownMigrations.length > 0) {
    const names = unknownMigrations.map(({ number, name }) => `${String(number).padStart(4, '0')}-${name}`).join(', ');
    throw new Error(`The event store was used by another version (it has ${names}): start that version`);
  }
  const appliedNumbers = new Set(rows.map((row) => row.number));
  const ran: string[] = [];
  for (const migration of migrations) {
    if (appliedNumbers.has(migration.number)) continue;
    for (const statement of migration.statements) await engine.command(renderSchema(statement, engine.cluster));
    await engine.insert({
      table: 'migrations',
      columns: ['number', 'name'],
      body: Buffer.from(`${migration.number}\t${migration.name}\n`),
    });
    ran.push(migration.name);
  }
  return ran;
}

export const migrationsTable =
  'CREATE TABLE IF NOT EXISTS migrations (number UInt32, name String, applied_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY number SETTINGS fsync_after_insert = 1';

/** Runs the migrations before the first use. A server may be down at the start: then the next call tries again. */
export function migrateOnce(
  engine: Engine,
  { withLock, logger }: { withLock?: <T>(work: () => Promise<T>) => Promise<T>; logger: Logger },
): { run(): Promise<void>; done(): boolean } {
  let currentRun: Promise<void> | undefined;
  let isDone = false;
  const bringUp = async () => {
    const ran = await migrate(engine);
    await fillFirstNames(engine);
    return ran;
  };
  const work = async () => {
    const ran = await (withLock ? withLock(bringUp) : bringUp());
    if (ran.length > 0) logger.info({ migrations: ran }, 'event store migrated');
    isDone = true;
  };
  return {
    done: () => isDone,
    run() {
      currentRun ??= work().catch((error: unknown) => {
        currentRun = undefined;
        throw error;
      });
      return currentRun;
    },
  };
}
