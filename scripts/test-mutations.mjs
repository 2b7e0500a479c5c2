// npm run test:mutations: breaks one line at a time in a copy and expects a test to fail; the last line is "N passed, N failed".
import { ensureInstalled } from './lib/install.mjs';
import { main, readOptions } from './lib/options.mjs';
import { sentence } from './lib/totals.mjs';

await main(async () => {
  const { only } = readOptions(process.argv.slice(2), ['only']);
  await ensureInstalled();
  const { runMutations } = await import('./mutations/run.mjs');
  const totals = await runMutations(only);
  console.log(sentence(totals));
  return totals.failed === 0 ? 0 : 1;
});
