import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { computeVersion, copyFiles, templateDirectory } from '@botscope/testkit/template.ts';
import { pino } from 'pino';
import { createData } from './engine/embedded.ts';
import { readMigrations } from './migrate.ts';

/** Gives a throwaway data directory the embedded engine's files with all tables, without rows: a first start's. */
export async function copyEmptyData(dataDir: string): Promise<void> {
  copy(await templateDirectory('metadata', `${filesVersion()}-${await migrationsVersion()}`, makeTables), dataDir);
}

/** Copies the files without tables, for tests of the migrations themselves. */
export async function copyDataWithoutTables(dataDir: string): Promise<void> {
  copy(await templateDirectory('pglite', filesVersion(), makeFiles), dataDir);
}

function copy(template: string, dataDir: string): void {
  copyFiles(join(template, 'metadata'), join(dataDir, 'metadata'));
}

/** Takes 3 s, a copy 0.1 s. */
async function makeFiles(directory: string): Promise<void> {
  await createData(join(directory, 'metadata'));
}

async function makeTables(directory: string): Promise<void> {
  await copyDataWithoutTables(directory);
  // Tests that copy the template do not load the engine.
  const { openMetadata } = await import('./open-metadata.ts');
  const metadata = await openMetadata({ dataDir: directory, logger: pino({ level: 'silent' }) });
  await metadata.close();
  shrink(join(directory, 'metadata'));
}

/** Two databases that nobody opens are 16 of 42 MB and 600 of 1,400 files; the empty end of the log is 6 MB more. */
function shrink(directory: string): void {
  const databases = join(directory, 'base');
  for (const template of ['1', '4']) rmSync(join(databases, template), { recursive: true });
  const logs = join(directory, 'pg_wal');
  for (const { name } of readdirSync(logs, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const bytes = readFileSync(join(logs, name));
    writeFileSync(join(logs, name), bytes.subarray(0, 1 + bytes.findLastIndex((byte) => byte !== 0)));
    truncateSync(join(logs, name), bytes.length);
  }
}

/** The engine, and our own files that make a directory with it. */
const filesVersion = (): string =>
  computeVersion([
    join(dirname(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))), 'package.json'),
    ...['init-data.ts', 'durable-files.ts'].map((name) => join(import.meta.dirname, 'engine', name)),
    import.meta.filename,
  ]);

/** For the schema of a store of either engine. */
export async function migrationsVersion(): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify(await readMigrations()))
    .digest('hex')
    .slice(0, 12);
}
