// npm run build: the dashboard for production, whether or not it changed.
import { buildDashboard } from './lib/dashboard.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main, readOptions } from './lib/options.mjs';

await main(async () => {
  readOptions(process.argv.slice(2), []);
  await ensureInstalled();
  await buildDashboard();
});
