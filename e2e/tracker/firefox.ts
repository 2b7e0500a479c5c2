import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Engine } from './engine.ts';

interface Reply {
  id?: number;
  result?: unknown;
  error?: string;
  message?: string;
}

/** Result of `script.evaluate`, as far as scenarios use it. */
type RemoteValue = { type: string; value?: unknown };

/** Firefox, driven by WebDriver BiDi, which it speaks by itself. */
export async function startFirefox(binary: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'botscope-firefox-'));
  const browser = spawn(binary, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
  });
  const browserExit = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(browser.stderr).on('line', (line) => {
      const endpoint = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (endpoint) resolve(endpoint);
    });
    browser.once('error', reject);
    browser.once('exit', (code) => reject(new Error(`Firefox ended with ${code}`)));
  });

  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('Firefox takes no connection')));
  });
  const pendingCalls = new Map<number, (reply: Reply) => void>();
  let calls = 0;
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) pendingCalls.get(reply.id)?.(reply);
  });
  const call = async <Result>(method: string, params: object): Promise<Result> => {
    calls += 1;
    const id = calls;
    const reply = await new Promise<Reply>((resolve) => {
      pendingCalls.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    pendingCalls.delete(id);
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error}: ${reply.message}`);
    return reply.result as Result;
  };
  await call('session.new', { capabilities: {} });

  return {
    name: 'Firefox',
    async open() {
      // Storage of its own, as a new profile has.
      const { userContext } = await call<{ userContext: string }>('browser.createUserContext', {});
      const { context } = await call<{ context: string }>('browsingContext.create', { type: 'tab', userContext });
      return {
        goto: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
        async evaluate(expression) {
          const target = { context };
          const params = { expression, target, awaitPromise: true };
          const { result, exceptionDetails } = await call<{ result?: RemoteValue; exceptionDetails?: object }>(
            'script.evaluate',
            params,
          );
          if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
          return result?.value as never;
        },
        back: async () => void (await call('browsingContext.traverseHistory', { context, delta: -1 })),
        async close() {
          await call('browsingContext.close', { context });
          await call('browser.removeUserContext', { userContext });
        },
      };
    },
    async close() {
      socket.close();
      browser.kill('SIGKILL');
      await browserExit;
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
