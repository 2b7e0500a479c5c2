import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createData } from './engine/create-data.ts';
import { type Metadata, openMetadata } from './open-metadata.ts';
import { startTestPostgres } from './test-postgres.ts';

/** A throwaway store: options for `openMetadata`, which may be used more than once, and how to get rid of it. */
export interface TestStore {
  options: Parameters<typeof openMetadata>[0];
  remove(): Promise<void>;
}

export interface TestEngine {
  name: 'embedded' | 'server';
  create(): Promise<TestStore>;
}

const logger = pino({ level: 'silent' });

const embedded: TestEngine = {
  name: 'embedded',
  async create() {
    const dataDir = mkdtempSync(join(tmpdir(), 'botscope-metadata-'));
    cpSync(await emptyData(), join(dataDir, 'metadata'), { recursive: true, mode: constants.COPYFILE_FICLONE });
    return { options: { dataDir, logger }, remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
  },
};

const server: TestEngine = {
  name: 'server',
  async create() {
    const postgres = await startTestPostgres();
    const databaseUrl = await postgres.createDatabase();
    return { options: { dataDir: tmpdir(), databaseUrl, logger }, remove: postgres.stop };
  },
};

/** Both engines, for `describe.each(testEngines)('… on $name', …)`: the same tests prove the same SQL on each. */
export const testEngines: readonly TestEngine[] = [embedded, server];

/**
 * Opens a throwaway store for the tests of the surrounding `describe`; returns a getter for use inside them.
 * Without an engine: the embedded one, for tests in which SQL does not matter.
 */
export function testMetadata(engine: TestEngine = embedded): () => Metadata {
  let store: TestStore | undefined;
  let metadata: Metadata | undefined;
  beforeAll(async () => {
    store = await engine.create();
    metadata = await openMetadata(store.options);
  });
  afterAll(async () => {
    await metadata?.close();
    await store?.remove();
  });
  return () => {
    if (!metadata) throw new Error('The store is open only while tests run');
    return metadata;
  };
}

/** An empty data directory, made once per machine and version (3 s) and copied by each test (0.1 s). */
async function emptyData(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = readFileSync(join(dirname(dirname(entry)), 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const home = join(tmpdir(), `botscope-pglite-${version}-${process.getuid?.() ?? 0}`);
  const ready = join(home, 'empty');
  if (existsSync(ready)) return ready;
  mkdirSync(home, { recursive: true });
  const mine = join(home, `empty-${process.pid}`);
  await createData(mine);
  try {
    renameSync(mine, ready);
  } catch {
    // Another test process finished first.
    rmSync(mine, { recursive: true, force: true });
  }
  return ready;
}
