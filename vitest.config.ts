import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that take minutes: worlds of random people, statements of every shape, years that are rolled up. */
const slow =
  /\/server\/src\/(analytics\/reports\/(worlds\/|oracle|asking|properties|statements)|events\/rollups\/)[^/]*\.test\.ts$/;

/**
 * Vitest takes the longest files first, but a fresh clone knows no durations and goes by the size: the slowest would
 * begin when all others are done, one after another beside an idle core.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // An embedded event store belongs to one process and one directory, so each file has a process of its own.
        test: {
          name: 'alone',
          include: ['server/src/**/*.test.ts', 'testkit/src/**/*.test.ts'],
          exclude: ['server/src/events/normalize/**'],
        },
      },
      {
        extends: true,
        // No stores and no servers here: two processes for all files, as loading modules takes longer than their tests.
        test: {
          name: 'together',
          isolate: false,
          include: [
            'contract/src/**/*.test.ts',
            'server/src/events/normalize/**/*.test.ts',
            'dashboard/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
        },
      },
    ],
    sequence: { sequencer: SlowFirst },
    allowOnly: false,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    // A busy CI machine may need longer than the default second; a test that fails for good only fails later.
    expect: { poll: { timeout: 10_000 } },
  },
});
