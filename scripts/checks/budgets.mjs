import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dist, ensureDashboard } from '../lib/dashboard.mjs';
import { filesOfPage } from '../lib/manifest.mjs';
import { rootPath } from '../lib/paths.mjs';
import { ensureTracker, trackerDist } from '../lib/tracker.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */

/**
 * First visits to a page (JS and CSS, gzip) and the scripts for pages of others stay within scripts/budgets.json.
 * @returns {Promise<Verdict>}
 */
export async function budgets() {
  await ensureDashboard({ say: () => {} });
  await ensureTracker({ say: () => {} });
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const { always, pages, scripts } = JSON.parse(readFileSync(rootPath('scripts', 'budgets.json'), 'utf8'));
  const gzipSize = (/** @type {string} */ file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  const problems = holdUpFirstPaint(html);
  const weights = [];
  for (const { name, gzipBytes, chunks } of pages) {
    const { files, unmatched } = filesOfPage(manifest, html, [...always, ...chunks]);
    const bytes = files.reduce((sum, file) => sum + gzipSize(file), 0);
    const weight = `${name} ${kilobytes(bytes)} of ${kilobytes(gzipBytes)}`;
    weights.push(weight);
    problems.push(...unmatched.map((pattern) => `${name}: no chunk of the build matches ${pattern}`));
    if (bytes > gzipBytes)
      problems.push(`${weight}: ${files.map((file) => `${file} ${kilobytes(gzipSize(file))}`).join(', ')}`);
  }
  for (const { file, gzipBytes } of scripts) {
    const bytes = gzipSync(readFileSync(join(trackerDist, file)), { level: 9 }).length;
    const weight = `${file} ${bytes} of ${gzipBytes} bytes`;
    weights.push(weight);
    if (bytes > gzipBytes) problems.push(weight);
  }
  return { problems, summary: weights.join(', ') };
}

/**
 * Finds fetched files that hold up the first paint: each costs a phone a round trip of 150 ms or more.
 * @param {string} html
 * @returns {string[]}
 */
export function holdUpFirstPaint(html) {
  const scripts = html.match(/<script(?![^>]*type="module")[^>]*\ssrc=[^>]*>/g) ?? [];
  const sheets = (html.match(/<link[^>]*rel="stylesheet"[^>]*>/g) ?? []).filter(
    (tag) => !tag.includes('media="print"'),
  );
  return [...scripts, ...sheets].map((tag) => `index.html: ${tag} holds up the first paint`);
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
