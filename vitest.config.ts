import { defineConfig } from 'vitest/config';

// Each file gets its own process: an embedded event store belongs to one process and one directory.
export default defineConfig({
  test: {
    include: [
      'contract/src/**/*.test.ts',
      'server/src/**/*.test.ts',
      'testkit/src/**/*.test.ts',
      'dashboard/src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
    ],
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
