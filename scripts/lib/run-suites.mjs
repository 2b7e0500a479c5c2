import { sentence, sum } from './totals.mjs';

/** @typedef {import('./totals.mjs').Suite} Suite */

/**
 * Runs suites one after another; the last line that it prints is "N passed, N failed".
 * @param {Record<string, (shard?: string) => Promise<Suite>>} suites
 * @param {string | undefined} onlyNames names separated by commas; all unless given
 * @param {string | undefined} [shard] such as "1/3": the part of each suite that runs here; all of it unless given
 * @returns {Promise<number>} exit code
 * @throws on a name that no suite has
 */
export async function runSuites(suites, onlyNames, shard) {
  const names = onlyNames?.split(',') ?? Object.keys(suites);
  const unknownNames = names.filter((name) => !(name in suites));
  if (unknownNames.length > 0)
    throw new Error(`--only knows ${Object.keys(suites).join(', ')}; not ${unknownNames.join(', ')}`);
  const results = [];
  for (const name of names) {
    console.log(`\n── ${name}`);
    results.push(await suites[name]?.(shard));
  }
  console.log('');
  const finishedSuites = results.filter((result) => result !== undefined);
  // A log of a run elsewhere is often cut to its end: the reasons stand there once more.
  for (const failure of sum(finishedSuites).failures) console.log(`FAILED ${failure}\n`);
  for (const result of finishedSuites) console.log(`${result.name}: ${sentence(result)}`);
  const total = sum(finishedSuites);
  console.log(sentence(total));
  return total.failed === 0 ? 0 : 1;
}
