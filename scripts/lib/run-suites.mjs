import { sentence, sum } from './totals.mjs';

/** @typedef {import('./totals.mjs').Suite} Suite */

/**
 * Runs suites one after another; the last line that it prints is "N passed, N failed".
 * @param {Record<string, (shard?: string) => Promise<Suite>>} suites
 * @param {string | undefined} only names separated by commas; all unless given
 * @param {string | undefined} [shard] such as "1/3": the part of each suite that runs here; all of it unless given
 * @returns {Promise<number>} exit code
 * @throws on a name that no suite has
 */
export async function runSuites(suites, only, shard) {
  const names = only?.split(',') ?? Object.keys(suites);
  const unknown = names.filter((name) => !(name in suites));
  if (unknown.length > 0) throw new Error(`--only knows ${Object.keys(suites).join(', ')}; not ${unknown.join(', ')}`);
  const results = [];
  for (const name of names) {
    console.log(`\n── ${name}`);
    results.push(await suites[name]?.(shard));
  }
  console.log('');
  const done = results.filter((result) => result !== undefined);
  // A log of a run elsewhere is often cut to its end: the reasons stand there once more.
  for (const failure of sum(done).failures) console.log(`FAILED ${failure}\n`);
  for (const result of done) console.log(`${result.name}: ${sentence(result)}`);
  const total = sum(done);
  console.log(sentence(total));
  return total.failed === 0 ? 0 : 1;
}
