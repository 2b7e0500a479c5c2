import { readdir, readFile } from 'node:fs/promises';
import type { Engine } from './engine/engine.ts';

const platformFolder = new URL('./migrations/', import.meta.url);
const featuresFolder = new URL('../../features/', import.meta.url);

/** One step of the schema. Steps are never edited after a release, and there is no way back. */
export interface Migration {
  name: string;
  sql: string;
  /** Has the migration in its folder: a feature, or `platform`. */
  owner: string;
}

/**
 * `migrations/NNNN-name.sql` of the platform and of every feature, in the order of their names: one list of numbers, in
 * which a table comes after those that it references.
 */
export async function readMigrations(): Promise<Migration[]> {
  const features = await readdir(featuresFolder);
  const folderMigrations = await Promise.all([
    readFolder(platformFolder, 'platform'),
    ...features.map((name) => readFolder(new URL(`${name}/migrations/`, featuresFolder), name)),
  ]);
  return folderMigrations.flat().sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function readFolder(folder: URL, owner: string): Promise<Migration[]> {
  // Most features have no migrations of their own.
  const names = await readdir(folder).catch(() => []);
  const migrations = names.filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  return Promise.all(
    migrations.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8'), owner })),
  );
}

/**
 * Brings the schema to the newest state: each missing migration in a transaction of its own, one process at a time.
 * Returns the names that ran. Throws when the database has a migration that this version does not know: a newer version
 * used it, or one from before the first release.
 */
export async function migrate(
  engine: Pick<Engine, 'withLock' | 'transaction' | 'run'>,
  migrations?: readonly Migration[],
): Promise<string[]> {
  const knownMigrations = migrations ?? (await readMigrations());
  return engine.withLock('migrations', async () => {
    await engine.run(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const appliedNames = new Set((await engine.run('SELECT name FROM migrations')).map((row) => String(row.name)));
    const names = new Set(knownMigrations.map(({ name }) => name));
    const newer = [...appliedNames].filter((name) => !names.has(name));
    if (newer.length > 0) {
      throw new Error(`The database was used by another version (it has ${newer.join(', ')}): start that version`);
    }
    const missingMigrations = knownMigrations.filter(({ name }) => !appliedNames.has(name));
    for (const { name, sql } of missingMigrations) {
      await engine.transaction(async (run) => {
        await run(sql);
        await run('INSERT INTO migrations (name) VALUES ($1)', [name]);
      });
    }
    return missingMigrations.map(({ name }) => name);
  });
}
