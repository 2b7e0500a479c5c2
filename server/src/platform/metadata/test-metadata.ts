import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { type Metadata, openMetadata } from './open-metadata.ts';
import { copyDataWithoutTables, copyEmptyData } from './test-data.ts';
import { openSharedPostgres } from './test-postgres.ts';

/** A throwaway store: options for `openMetadata`, which may be used more than once, and how to get rid of it. */
export interface TestStore {
  options: Parameters<typeof openMetadata>[0];
  remove(): Promise<void>;
}

export interface TestEngine {
  name: 'embedded' | 'server';
  /** With all tables, or none: for tests of the migrations themselves. */
  create(options?: { hasTables?: boolean }): Promise<TestStore>;
}

const logger = pino({ level: 'silent' });

const embedded: TestEngine = {
  name: 'embedded',
  async create({ hasTables = true } = {}) {
    const dataDir = mkdtempSync(join(tmpdir(), 'botscope-metadata-'));
    await (hasTables ? copyEmptyData(dataDir) : copyDataWithoutTables(dataDir));
    return {
      options: { dataDir, logger },
      remove: async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
    };
  },
};

const server: TestEngine = {
  name: 'server',
  async create(options) {
    const postgres = await openSharedPostgres();
    const databaseUrl = await postgres.createDatabase(options);
    return {
      options: { dataDir: tmpdir(), databaseUrl, logger },
      remove: () => postgres.dropDatabase(databaseUrl),
    };
  },
};

/** Both engines, for `describe.each(testEngines)('… on $name', …)`: the same tests prove the same SQL on each. */
export const testEngines: readonly TestEngine[] = [embedded, server];

/**
 * Opens a throwaway store for the tests of the surrounding `describe`; returns a getter for use inside them.
 * Without an engine: the embedded one, for tests in which SQL does not matter.
 */
export function testMetadata(engine: TestEngine = embedded, options?: { hasTables?: boolean }): () => Metadata {
  let store: TestStore | undefined;
  let metadata: Metadata | undefined;
  beforeAll(async () => {
    store = await engine.create(options);
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
