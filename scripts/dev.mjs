// npm run dev: the server, restarted on every change, and the dashboard with hot reload. Ctrl-C stops both.
import { spawn } from 'node:child_process';
import { ensureEventEngine } from './lib/event-engine.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findNode } from './lib/node.mjs';
import { main, readOptions } from './lib/options.mjs';
import { rootPath, withTools } from './lib/paths.mjs';
import { exitCode, forwardSignals } from './lib/run.mjs';
import { serverEnvironment } from './lib/server.mjs';

/** Exit codes of a stopped program: by SIGINT, by SIGTERM. */
const stopCodes = new Set([130, 143]);

await main(async () => {
  readOptions(process.argv.slice(2), []);
  ensureEventEngine();
  await ensureInstalled();
  const port = process.env.PORT ?? '8080';
  const api = spawn(await findNode(), ['--watch', '--watch-preserve-output', rootPath('server', 'src', 'main.ts')], {
    env: serverEnvironment({ NODE_ENV: 'development', PORT: port }),
    stdio: 'inherit',
  });
  const dashboard = spawn('vite', ['--clearScreen', 'false'], {
    cwd: rootPath('dashboard'),
    env: withTools({ BOTSCOPE_SERVER: `http://localhost:${port}` }),
    stdio: 'inherit',
  });
  const children = [api, dashboard];
  children.forEach(forwardSignals);
  // Half of a pair is of no use: when one ends, for whatever reason, the other is stopped.
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.on('error', (error) => console.error(error.message));
          child.on('close', (code, signal) => {
            for (const other of children) if (other !== child) other.kill('SIGTERM');
            const finalCode = exitCode(code, signal);
            resolve(stopCodes.has(finalCode) ? 0 : finalCode);
          });
        }),
    ),
  );
  return Math.max(...codes);
});
