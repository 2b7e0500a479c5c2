import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

/** `npm run test:long -- --only=outages`: every party through every failure. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.long.ts',
  outputDir: '../../test-results/outages',
  // Each has an installation of five processes and two stores.
  workers: 1,
  timeout: 1_800_000,
});
