import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checking.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureDashboard } from './dashboard.mjs';
import { binaries, withTools } from './paths.mjs';
import { foreground } from './run.mjs';
import { ensureFonts, ensurePythonTelegramBot } from './system.mjs';
import { playwrightTotals, sum, toSuite, vitestTotals } from './totals.mjs';
import { ensureTracker } from './tracker.mjs';

/** @typedef {import('./totals.mjs').Suite} Suite */
/** @typedef {import('./totals.mjs').Totals} Totals */

/** The suites of `npm test`, in their order. @type {Record<'check' | 'unit' | 'e2e', (shard?: string) => Promise<Suite>>} */
export const suites = {
  check: () => guarded('check', runChecks),
  unit: (shard) => unitRun('unit', ['run', ...shardOption(shard)], {}),
  e2e: (shard) => browserRun('e2e', shardOption(shard)),
};

/**
 * All checks, and these files of the other suites; a suite without files is left out, since none would mean all.
 * @param {{ units: readonly string[], specs: readonly string[] }} files
 * @returns {Partial<typeof suites>}
 */
export const suitesOf = ({ units, specs }) => ({
  check: suites.check,
  ...(units.length > 0 && { unit: (shard) => unitRun('unit', ['run', ...units, ...shardOption(shard)], {}) }),
  ...(specs.length > 0 && { e2e: (shard) => browserRun('e2e', [...specs, ...shardOption(shard)]) }),
});

/** @param {string | undefined} shard @returns {string[]} */
const shardOption = (shard) => (shard ? [`--shard=${shard}`] : []);

/** Number of times that properties, kills and faults run in `npm run test:long`. */
const repetitions = 10;

/** More worlds, questions and kills: testkit/src/test-run-length.ts. */
const longRunEnv = { LONG_RUN: '1' };

/** Tests that kill a process or a disk in the middle of its work. */
const kills = [
  ...['durability', 'crash', 'killed-calls', 'killed-import', 'data-directory'],
  ...['job-course', 'cut-short', 'bot-moves', 'killed-erasure', 'hits-crash', 'killed-sender', 'killed-jobs'],
];

/**
 * The suites of `npm run test:long`: what takes too long for every change, or measures and so wants a quiet machine.
 * @type {Record<'worlds' | 'properties' | 'kills' | 'campaigns' | 'faults' | 'pages' | 'cluster' | 'outages' | 'attacks', () => Promise<Suite>>}
 */
export const longSuites = {
  worlds: () =>
    unitRun('worlds', ['run', 'server/src/analytics/reports/worlds'], {
      ...longRunEnv,
      WORLDS: process.env.WORLDS ?? '25..264',
    }),
  properties: () =>
    rounds(
      'properties',
      ['run', 'oracle', 'propert', 'normalize', 'rollups', 'platform/journal', 'access/matrix', 'erased-users'],
      (round) => ({
        ...longRunEnv,
        SEED: String(20_250_101 + round),
      }),
    ),
  kills: () => rounds('kills', ['run', ...kills], () => longRunEnv),
  campaigns: () =>
    unitRun('campaigns', ['run', 'killed-campaigns', 'campaign-engine/faults.property'], {
      ...longRunEnv,
      CAMPAIGN_KILLS: '200',
      CAMPAIGN_FAULTS: '200',
    }),
  faults: () => browserRun('faults', ['e2e/real', `--repeat-each=${repetitions}`]),
  pages: () => browserRun('pages', ['e2e/pages.spec.ts'], undefined, longRunEnv),
  cluster: () => browserRun('cluster', [], 'e2e/cluster/playwright.config.ts'),
  outages: () => browserRun('outages', [], 'e2e/outages/playwright.config.ts'),
  attacks: () => unitRun('attacks', ['run', '-c', 'vitest.long.config.ts'], {}),
};

/**
 * @param {string} name
 * @param {readonly string[]} args of vitest
 * @param {Record<string, string>} env
 * @returns {Promise<Suite>}
 */
function unitRun(name, args, env) {
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
 * Runs the same files again and again; properties draw other values each time.
 * @param {string} name
 * @param {readonly string[]} args of vitest
 * @param {(round: number) => Record<string, string>} env
 * @returns {Promise<Suite>}
 */
async function rounds(name, args, env) {
  const results = [];
  for (let round = 1; round <= repetitions; round += 1) results.push(await unitRun(name, args, env(round)));
  return { name, ...sum(results) };
}

/**
 * Runs browser and real-client tests, with what they need installed.
 * @param {string} name
 * @param {readonly string[]} args of Playwright
 * @param {string} [config]
 * @param {Record<string, string>} [env]
 * @returns {Promise<Suite>}
 */
function browserRun(name, args, config = 'e2e/playwright.config.ts', env = {}) {
  return guarded(name, async () => {
    const chromium = await ensureChromium();
    if (!chromium) throw new Error('No Chromium could be found or installed; set CHROMIUM_PATH to one that runs here.');
    console.log(`Chromium: ${chromium.path}`);
    if (!(await ensureFonts())) console.log('No fonts could be installed: install one (on Debian: fonts-noto-core).');
    if (!(await ensurePythonTelegramBot())) {
      console.log('No python-telegram-bot for /usr/bin/python3: install it (on Debian: python3-python-telegram-bot).');
    }
    await ensureDashboard();
    await ensureTracker();
    return reported(name, playwrightTotals, (file) =>
      foreground(join(binaries, 'playwright'), ['test', '-c', config, '--reporter=list,json', ...args], {
        env: withTools({
          CHROMIUM_PATH: chromium.path,
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
          UV_THREADPOOL_SIZE: '16',
          ...env,
        }),
      }),
    );
  });
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
    return toSuite(name, code, existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : null);
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
