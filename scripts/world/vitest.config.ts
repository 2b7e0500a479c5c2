import { defineConfig } from 'vitest/config';

/** Real frameworks of other languages: `npm run test:world`. */
export default defineConfig({
  test: { include: ['scripts/world/*.world.ts'], testTimeout: 240_000, hookTimeout: 180_000, pool: 'forks' },
});
