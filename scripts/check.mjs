// npm run check: everything that can be judged without running the product. The list is checks/catalogue.mjs.
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { continueOnNewNode } from './lib/node.mjs';
import { main, readOptions } from './lib/options.mjs';

await main(async () => {
  readOptions(process.argv.slice(2), []);
  await ensureInstalled();
  await continueOnNewNode(fileURLToPath(import.meta.url));
  const { runChecks } = await import('./lib/checking.mjs');
  const { failed } = await runChecks();
  return failed === 0 ? 0 : 1;
});
