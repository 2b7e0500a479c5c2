import { type ChildProcess, spawn } from 'node:child_process';
import { until } from '../fixtures/server.ts';
import { type Mode, root, type ShopClient } from './clients.ts';

/** A bot's process. */
export interface ShopBot {
  /** Updates that came to the bot's own code, as its framework handed them over. */
  readonly receivedUpdates: unknown[];
  start(): Promise<void>;
  /** SIGTERM lets the framework confirm what it has read; SIGKILL does not. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  readonly isRunning: boolean;
  /** All it printed, for a failing test's message. */
  readonly output: string;
}

export interface ShopBotSettings {
  token: string;
  apiRoot: string;
  mode: Mode;
  /** Webhook mode: where it listens, what it expects, and the address by which others reach it. */
  port?: number;
  secret?: string;
  webhook?: string;
}

export function shopBot(client: ShopClient, settings: ShopBotSettings): ShopBot {
  let child: ChildProcess | null = null;
  let output = '';
  const saw: unknown[] = [];
  return {
    receivedUpdates: saw,
    get output() {
      return output;
    },
    get isRunning() {
      return child !== null && child.exitCode === null && child.signalCode === null;
    },
    async start() {
      const [command = '', ...args] = client.command;
      const newChild = spawn(command, args, {
        cwd: root,
        env: {
          ...process.env,
          BOT_TOKEN: settings.token,
          API_ROOT: settings.apiRoot,
          BOT_MODE: settings.mode,
          BOT_PORT: String(settings.port ?? 0),
          BOT_SECRET: settings.secret ?? '',
          BOT_WEBHOOK: settings.webhook ?? '',
          // The old client warns of a server that closes connections early and of a certificate store it does not use.
          NTBA_FIX_350: '1',
          // Python would write the fields of an object in another order each time.
          PYTHONHASHSEED: '0',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = newChild;
      let isReady = false;
      let line = '';
      newChild.stdout.on('data', (text: Buffer) => {
        const lines = (line + text).split('\n');
        line = lines.pop() ?? '';
        for (const item of lines) {
          if (item === 'ready') isReady = true;
          else if (item.startsWith('saw ')) saw.push(JSON.parse(item.slice(4)));
          else output += `${item}\n`;
        }
      });
      newChild.stderr.on('data', (text: Buffer) => {
        output += text;
      });
      await until(async () => {
        if (newChild.exitCode !== null) throw new Error(`the bot ended with ${newChild.exitCode}:\n${output}`);
        return isReady;
      }, 30_000);
    },
    async stop(signal = 'SIGTERM') {
      const runningChild = child;
      child = null;
      if (!runningChild || runningChild.exitCode !== null || runningChild.signalCode !== null) return;
      const childExit = new Promise((resolve) => runningChild.once('exit', resolve));
      runningChild.kill(signal);
      // python-telegram-bot 13 finishes its long poll first.
      const killTimer = setTimeout(() => runningChild.kill('SIGKILL'), 8_000);
      await childExit;
      clearTimeout(killTimer);
    },
  };
}
