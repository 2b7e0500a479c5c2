// npm run bench: measures speed and size on this machine; arguments are passed on.
import { ensureDashboard } from './lib/dashboard.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findNode } from './lib/node.mjs';
import { main } from './lib/options.mjs';
import { rootPath } from './lib/paths.mjs';
import { foreground } from './lib/run.mjs';
import { serverEnvironment } from './lib/server.mjs';
import { ensureTracker } from './lib/tracker.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureDashboard();
  await ensureTracker();
  return foreground(await findNode(), [rootPath('bench', 'main.ts'), ...process.argv.slice(2)], {
    env: serverEnvironment(),
  });
});
