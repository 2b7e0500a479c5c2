// npm run build: the dashboard for production, whether or not it changed, and the scripts for pages.
import { buildDashboard } from './lib/dashboard.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main, readOptions } from './lib/options.mjs';
import { ensureTracker } from './lib/tracker.mjs';

await main(async () => {
  readOptions(process.argv.slice(2), []);
  await ensureInstalled();
  await buildDashboard();
  await ensureTracker();
});
