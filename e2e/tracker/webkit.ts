import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from './engine.ts';

const startMs = 30_000;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** WebKitGTK, the engine of Mini Apps in Telegram Desktop on Linux, driven by Debian's WebKitWebDriver. */
export async function startWebKit(binary: string): Promise<Engine> {
  // It has no headless mode: the display is one that nobody sees.
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
    screen.once('error', reject);
    screen.once('exit', () => reject(new Error('Xvfb ended')));
  });
  const port = await freePort();
  const driver = spawn(binary, [`--port=${port}`], {
    stdio: 'ignore',
    // Containers have no user namespaces for its sandbox; the pages are our own.
    env: { ...process.env, DISPLAY: `:${display}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const driverExit = new Promise<void>((resolve) => driver.once('exit', () => resolve()));

  async function call<Result>(method: string, path: string, body?: object): Promise<Result> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value as Result;
  }
  const until = Date.now() + startMs;
  while (Date.now() < until && !(await call('GET', '/status').catch(() => null))) await wait(100);

  return {
    name: 'WebKit',
    async open() {
      // Each session is a browser of its own.
      const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities: {} });
      const session = `/session/${sessionId}`;
      return {
        goto: async (url) => void (await call('POST', `${session}/url`, { url })),
        evaluate: (expression) =>
          call('POST', `${session}/execute/sync`, {
            script: `return (0, eval)(${JSON.stringify(expression)})`,
            args: [],
          }),
        back: async () => void (await call('POST', `${session}/back`, {})),
        close: async () => void (await call('DELETE', session)),
      };
    },
    async close() {
      driver.kill();
      await driverExit;
      screen.kill();
    },
  };
}
