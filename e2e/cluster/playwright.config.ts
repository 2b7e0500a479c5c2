import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

/** `npm run test:long -- --only=cluster`: more faults, in random order, and bots on published frameworks. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.long.ts',
  outputDir: '../../test-results/cluster',
  // An installation has a dozen processes, and two cores are enough for one of them.
  workers: 1,
  timeout: 1_800_000,
});
