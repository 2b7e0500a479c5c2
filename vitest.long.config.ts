import { defineConfig } from 'vitest/config';

/** `npm run test:long`: attacks beside a bystander, one after another, for they measure. */
export default defineConfig({
  test: {
    include: ['e2e/attacks/**/*.attack.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
