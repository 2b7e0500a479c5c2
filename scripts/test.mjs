// npm test: installs what is missing, then check → build → unit → e2e; the last line is "N passed, N failed".
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { continueOnNewNode } from './lib/node.mjs';
import { main, readOptions } from './lib/options.mjs';
import { sentence, sum } from './lib/totals.mjs';

await main(async () => {
  const options = readOptions(process.argv.slice(2), ['only']);
  await ensureInstalled();
  await continueOnNewNode(fileURLToPath(import.meta.url));
  const { suites } = await import('./lib/suites.mjs');
  const names = options.only?.split(',') ?? Object.keys(suites);
  const unknown = names.filter((name) => !(name in suites));
  if (unknown.length > 0) throw new Error(`--only knows ${Object.keys(suites).join(', ')}; not ${unknown.join(', ')}`);
  const results = [];
  for (const name of names) {
    console.log(`\n── ${name}`);
    results.push(await suites[/** @type {keyof typeof suites} */ (name)]());
  }
  console.log('');
  for (const result of results) console.log(`${result.name}: ${sentence(result)}`);
  const total = sum(results);
  console.log(sentence(total));
  return total.failed === 0 ? 0 : 1;
});
