// npm run test:long: ten times the random worlds, property runs, kills and faults; faults of several processes; bad days of the whole product; attacks beside a bystander; the last line is "N passed, N failed".
import { fileURLToPath } from 'node:url';
import { ensureEventEngine } from './lib/event-engine.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { continueOnNewNode } from './lib/node.mjs';
import { main, readOptions } from './lib/options.mjs';

await main(async () => {
  const options = readOptions(process.argv.slice(2), ['only']);
  ensureEventEngine();
  await ensureInstalled();
  await continueOnNewNode(fileURLToPath(import.meta.url));
  const { longSuites } = await import('./lib/suites.mjs');
  const { runSuites } = await import('./lib/run-suites.mjs');
  return runSuites(longSuites, options.only);
});
