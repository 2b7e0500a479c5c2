import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from '../scripts/lib/chromium.mjs';
import { compileCache } from '../scripts/lib/paths.mjs';

// Every worker reads this file again: the browser is looked for once, and found by its address from then on.
process.env.NODE_COMPILE_CACHE ??= compileCache;
process.env.CHROMIUM_PATH ??= (await findChromium())?.path ?? '';

export default defineConfig({
  testDir: '.',
  metadata: { isLongRun: process.env.LONG_RUN === '1' },
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  // Each worker has a server and a browser: more of them than cores only wait for each other.
  workers: 2,
  retries: 0,
  // A step that hangs fails after a minute. The time of the whole journey only has to be enough on a machine that does four
  // things at once, where the longest one took 3.1 minutes instead of 0.8.
  timeout: 480_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    // A step that hangs names itself, instead of the step at which the time of the whole test is over.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumArgs },
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    // Each menu and dialog takes 0.2 s to open, for which Playwright waits.
    contextOptions: { reducedMotion: 'reduce' },
    // Steps, requests and the console. Pictures and copies of the page take time of every test for the few that fail:
    // `--trace=on` brings them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
});
