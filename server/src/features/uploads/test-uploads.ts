import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Upload } from '@botscope/contract';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { testReport } from '../../analytics/reports/test-query.ts';
import { defaultStartRules } from '../../events/normalize/normalize-update.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { type TestEngine, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createReaders, type Readers } from './start-reader.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** Largest file that the uploads of a test take, bytes. */
const maxBytes = 3_000_000;

/** A data directory, and the id that it has. */
export interface Instance {
  dataDir: string;
  owner: string;
}

export const file = (...parts: (string | Buffer)[]): Readable => Readable.from(parts.map((part) => Buffer.from(part)));

/** Uploads on real stores, with a new bot and a new directory for each test of the file that calls it. */
export function uploadBench(engine?: TestEngine) {
  const metadata = testMetadata(engine);
  const bench = {
    metadata,
    store: undefined as unknown as ThrowawayStore,
    bot: '',
    /** Unix ms; tests move it. */
    now: 0,
    /** Write function of the uploads; tests break it. */
    write: undefined as unknown as ThrowawayStore['write'],
    /** The directory and the id of the first instance. */
    dataDir: '',
    owner: '',
    kept: (): string[] => readdirSync(join(bench.dataDir, 'uploads')),
    newInstance(): Instance {
      const instance = { dataDir: mkdtempSync(join(tmpdir(), 'botscope-uploads-')), owner: randomUUID() };
      directories.push(instance.dataDir);
      return instance;
    },
    /** Another process's view of the same directory. */
    open(readers?: Readers, instance?: Instance): Uploads {
      const { dataDir, owner } = instance ?? bench;
      const uploads = createUploads({
        metadata: metadata(),
        store: { write: (events) => bench.write(events) },
        rulesOf: async () => ({ ...defaultStartRules, type: 'all' }),
        dataDir,
        owner,
        maxBytes,
        logger: pino({ level: 'silent' }),
        now: () => bench.now,
        retryMs: 5,
        // Shared by all: a process takes half a second to start.
        readers: { ...(readers ?? ownReaders), close: () => undefined },
      });
      openUploads.push(uploads);
      return uploads;
    },
    async finished(uploads: Uploads, id: string): Promise<Upload> {
      await expect.poll(async () => (await uploads.get(bench.bot, id)).state, { timeout: 25_000 }).not.toBe('running');
      return uploads.get(bench.bot, id);
    },
    async readWhole(content: string | Buffer, changes: Partial<Pick<Upload, 'content' | 'mapping'>> = {}) {
      const uploads = bench.open();
      const readyUpload = await uploads.receive(bench.bot, 'users.csv', file(content));
      await uploads.start(bench.bot, readyUpload.id, { content: readyUpload.content, ...changes });
      return bench.finished(uploads, readyUpload.id);
    },
    async values(type: string, period: string): Promise<Record<string, unknown>> {
      const question = { bot: bench.bot, type, period, detail: 'day', timeZone: 'UTC', sessionGapMinutes: 30 };
      const report = await testReport({ store: bench.store, now: () => bench.now }, question);
      return Object.fromEntries(report.lines.map((line) => [line.name, line.values]));
    },
    async count(condition = '1'): Promise<number> {
      const sql = `SELECT count() AS count FROM events FINAL WHERE bot = {bot:String} AND ${condition}`;
      return Number((await bench.store.query<{ count: number }>({ sql, params: { bot: bench.bot } }))[0]?.count);
    },
  };
  let openUploads: Uploads[] = [];
  let directories: string[] = [];
  const ownReaders = createReaders();

  beforeAll(async () => {
    bench.store = await openThrowawayStore();
  });
  afterAll(async () => {
    ownReaders.close();
    await bench.store.close();
  });
  beforeEach(async () => {
    Object.assign(bench, bench.newInstance());
    bench.now = Date.parse('2026-03-01T10:00:00Z');
    bench.write = bench.store.write;
    bench.bot = bench.store.freshBot();
    openUploads = [];
    const row = { key: bench.bot, bot_name: `n${bench.bot}_bot`, username: '', api_key_hash: '' };
    await metadata().db.insertInto('bots').values(row).execute();
  });
  afterEach(async () => {
    for (const one of openUploads) await one.close();
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
    directories = [];
  });
  return bench;
}
