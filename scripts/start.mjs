// npm start: from a clean clone to a running server. Runs on the system's Node until the project's own is installed.
import { ensureDashboard } from './lib/dashboard.mjs';
import { ensureEventEngine } from './lib/event-engine.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findNode } from './lib/node.mjs';
import { main, readOptions } from './lib/options.mjs';
import { rootPath } from './lib/paths.mjs';
import { foreground } from './lib/run.mjs';
import { serverEnvironment } from './lib/server.mjs';
import { ensureTracker } from './lib/tracker.mjs';

await main(async () => {
  const options = readOptions(process.argv.slice(2), ['build-only']);
  if (options['build-only'] === undefined) ensureEventEngine();
  await ensureInstalled();
  await ensureDashboard();
  await ensureTracker();
  if (options['build-only'] !== undefined) return 0;
  return foreground(await findNode(), [rootPath('server', 'src', 'main.ts')], { env: serverEnvironment() });
});
