import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checking.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureDashboard } from './dashboard.mjs';
import { binaries, withTools } from './paths.mjs';
import { foreground } from './run.mjs';
import { ensureFonts, ensurePythonTelegramBot } from './system.mjs';
import { playwrightTotals, suiteOf, vitestTotals } from './totals.mjs';

/** @typedef {import('./totals.mjs').Suite} Suite */
/** @typedef {import('./totals.mjs').Totals} Totals */

/** The suites of `npm test`, in their order. @type {Record<'check' | 'unit' | 'e2e', () => Promise<Suite>>} */
export const suites = {
  check: () => guarded('check', runChecks),
  unit: () =>
    guarded('unit', () =>
      reported('unit', vitestTotals, (file) =>
        foreground(
          join(binaries, 'vitest'),
          ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
          {
            env: withTools({ UV_THREADPOOL_SIZE: '16' }),
          },
        ),
      ),
    ),
  e2e: () =>
    guarded('e2e', async () => {
      const chromium = await ensureChromium();
      if (!chromium)
        throw new Error('No Chromium could be found or installed; set CHROMIUM_PATH to one that runs here.');
      console.log(`Chromium: ${chromium.path}`);
      if (!(await ensureFonts())) console.log('No fonts could be installed: install one (on Debian: fonts-noto-core).');
      if (!(await ensurePythonTelegramBot())) {
        console.log(
          'No python-telegram-bot for /usr/bin/python3: install it (on Debian: python3-python-telegram-bot).',
        );
      }
      await ensureDashboard();
      return reported('e2e', playwrightTotals, (file) =>
        foreground(join(binaries, 'playwright'), ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'], {
          env: withTools({ CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file, UV_THREADPOOL_SIZE: '16' }),
        }),
      );
    }),
};

/**
 * The suites of `npm run test:long`: what takes too long for every change, or measures and so wants a quiet machine.
 * @type {Record<'worlds' | 'attacks', () => Promise<Suite>>}
 */
export const longSuites = {
  worlds: () =>
    longRun('worlds', ['run', 'server/src/analytics/reports/worlds'], { WORLDS: process.env.WORLDS ?? '25..264' }),
  attacks: () => longRun('attacks', ['run', '-c', 'vitest.long.config.ts'], {}),
};

/**
 * @param {string} name
 * @param {readonly string[]} args of vitest
 * @param {Record<string, string>} env
 * @returns {Promise<Suite>}
 */
function longRun(name, args, env) {
  return guarded(name, () =>
    reported(name, vitestTotals, (file) =>
      foreground(
        join(binaries, 'vitest'),
        [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
        { env: withTools({ UV_THREADPOOL_SIZE: '16', ...env }) },
      ),
    ),
  );
}

/**
 * Runs a suite that writes a JSON report, and counts the report.
 * @param {string} name
 * @param {(report: any) => Totals} count
 * @param {(file: string) => Promise<number>} run gets the report's file, returns the exit code
 * @returns {Promise<Suite>}
 */
async function reported(name, count, run) {
  const folder = mkdtempSync(join(tmpdir(), 'botscope-report-'));
  try {
    const file = join(folder, 'report.json');
    const code = await run(file);
    return suiteOf(name, code, existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : null);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A suite that falls over is a failure, never an end of the whole run.
 * @param {string} name
 * @param {() => Promise<Suite>} run
 * @returns {Promise<Suite>}
 */
async function guarded(name, run) {
  try {
    return await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { name, passed: 0, failed: 1 };
  }
}
