import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compileCache } from './scripts/lib/paths.mjs';

// Tests start a hundred processes.
process.env.NODE_COMPILE_CACHE ??= compileCache;

/** Files that take long: these compute, random worlds, statements of every shape, years that are rolled up; */
const busy =
  /\/server\/src\/(analytics\/reports\/(worlds\/|oracle|asking|properties|statements|erased)|events\/rollups\/|features\/demo\/)[^/]*\.test\.ts$/;
/** these wait: for outages to end, for processes to start, for files to be deleted. */
const patient =
  /\/server\/src\/(features\/(campaign-engine\/(outages|killed-|own-)|erasures\/|bot-moves\/bot|unsubscribes\/)|roles\/(traffic|crash|killed)|ingest\/relay\/dur)[^/]*\.test\.ts$/;

/** A process takes the next file only while that is of the same project: files of one project stand together. */
const order = ['alone', 'shared', 'dom', 'together'];

/**
 * Vitest takes the longest files first, but a fresh clone knows no durations and goes by the size: the slowest would
 * begin when all others are done, one after another beside an idle core. Those that compute and those that wait take
 * turns.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [computing, waiting] = [busy, patient].map((kind) => sorted.filter(({ moduleId }) => kind.test(moduleId)));
    const turn = (file: TestSpecification): number => {
      const places = [computing, waiting].map((kind) => kind?.indexOf(file) ?? -1);
      return places.every((place) => place < 0) ? files.length : Math.max(...places);
    };
    const rank = (file: TestSpecification) => order.indexOf(file.project.name) * (files.length + 1) + turn(file);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

/** They replace modules, kill processes or hash passwords at full cost, so each has a process of its own. */
const alone = [
  'server/src/features/accounts/{password,password-lanes,sign-in-work}.test.ts',
  'server/src/analytics/reports/worlds/**/*.test.ts',
  'server/src/ingest/proxy/hostile-bytes.test.ts',
  'server/src/roles/{crash,fail-open,graceful-stop,killed-calls,server-engines}.test.ts',
];

const quickArgon2 = fileURLToPath(new URL('server/src/features/accounts/test-argon2.ts', import.meta.url));

const domTests = 'dashboard/src/**/*.dom.test.ts';

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        // Loading the server takes a second and more per file. Each file opens stores in directories of its own; the
        // embedded event engine takes one directory at a time, so files of one process run one after another.
        test: {
          name: 'shared',
          isolate: false,
          alias: { '@node-rs/argon2': quickArgon2 },
          include: ['server/src/**/*.test.ts', 'testkit/src/**/*.test.ts'],
          exclude: [...alone, 'server/src/events/normalize/**'],
        },
      },
      {
        extends: true,
        // No stores and no servers here.
        test: {
          name: 'together',
          isolate: false,
          include: [
            'contract/src/**/*.test.ts',
            'server/src/events/normalize/**/*.test.ts',
            'dashboard/src/**/*.test.{ts,tsx}',
            'tracker/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [domTests],
        },
      },
      {
        extends: true,
        // Pages of the dashboard in front of a fake server (dashboard/src/app/site.fixture.ts).
        test: {
          name: 'dom',
          isolate: false,
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://localhost:8080/' } },
          include: [domTests],
          expect: { poll: { interval: 10 } },
        },
      },
    ],
    sequence: { sequencer: SlowFirst },
    provide: { isLongRun: process.env.LONG_RUN === '1' },
    allowOnly: false,
    pool: 'forks',
    // A third of the time is waiting: for child processes, timers and disks.
    maxWorkers: 3,
    // A busy machine may need ten times as long; a test that fails for good only fails later.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
