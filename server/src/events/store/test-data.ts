import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { computeVersion, copyFiles, templateDirectory } from '@botscope/testkit/template.ts';

/** Gives a throwaway directory the embedded engine's files with all tables, without rows: what a first start makes. */
export async function copyEmptyEvents(directory: string): Promise<void> {
  const template = await templateDirectory('events', version(), makeTables);
  // The engine refers to its tables by links that are relative.
  copyFiles(join(template, 'events'), directory);
}

/** In a process of its own: the engine serves one directory per process. */
async function makeTables(directory: string): Promise<void> {
  const script = `
    import { openEventStore } from ${JSON.stringify(join(import.meta.dirname, 'open-event-store.ts'))};
    const logger = { info() {}, warn() {}, error() {} };
    const store = await openEventStore({ dataDir: ${JSON.stringify(directory)}, logger, onRejected() {} });
    await store.close();
    process.exit(0);`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
}

/** The engine, the migrations and the rows that a start brings along. */
const version = (): string =>
  computeVersion([
    join(dirname(createRequire(import.meta.url).resolve('chdb')), 'package.json'),
    ...['migrations', 'migrate.ts', 'first-names'].map((name) => join(import.meta.dirname, name)),
  ]);
