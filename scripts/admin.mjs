// npm run -s admin -- COMMAND: the operator's commands. Only the command's own JSON may reach stdout.
import { ensureInstalled } from './lib/install.mjs';
import { findNode } from './lib/node.mjs';
import { main } from './lib/options.mjs';
import { rootPath } from './lib/paths.mjs';
import { foreground } from './lib/run.mjs';
import { serverEnvironment } from './lib/server.mjs';

await main(async () => {
  await ensureInstalled({ say: console.error });
  return foreground(
    await findNode(),
    [rootPath('server', 'src', 'features', 'admin', 'main.ts'), ...process.argv.slice(2)],
    {
      env: serverEnvironment(),
    },
  );
});
