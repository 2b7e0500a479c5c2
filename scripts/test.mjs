// npm test: installs what is missing, then check → build → unit → e2e; the last line is "N passed, N failed".
// --only=unit,e2e runs some suites; --shard=1/3 runs a third of the unit or browser tests, for machines side by side;
// --changed[=<commit>] runs what the changes since the main branch (or that commit) can reach, in five minutes.
import { fileURLToPath } from 'node:url';
import { ensureEventEngine } from './lib/event-engine.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { continueOnNewNode } from './lib/node.mjs';
import { main, readOptions } from './lib/options.mjs';

await main(async () => {
  const options = readOptions(process.argv.slice(2), ['only', 'shard', 'changed']);
  if (options.only !== 'check') ensureEventEngine();
  await ensureInstalled();
  await continueOnNewNode(fileURLToPath(import.meta.url));
  const { suites } = await import('./lib/suites.mjs');
  const { runSuites } = await import('./lib/run-suites.mjs');
  if (options.changed !== undefined) {
    const { changedSuites } = await import('./lib/changed-suites.mjs');
    return runSuites(await changedSuites(options.changed), options.only, options.shard);
  }
  return runSuites(suites, options.only, options.shard);
});
