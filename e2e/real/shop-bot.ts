import { type ChildProcess, spawn } from 'node:child_process';
import { until } from '../fixtures/server.ts';
import { type Mode, root, type ShopClient } from './clients.ts';

/** A bot's process. */
export interface ShopBot {
  /** Updates that came to the bot's own code, as its framework handed them over. */
  readonly saw: unknown[];
  start(): Promise<void>;
  /** SIGTERM lets the framework confirm what it has read; SIGKILL does not. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  readonly isRunning: boolean;
  /** All it printed, for a failing test's message. */
  readonly said: string;
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
  let said = '';
  const saw: unknown[] = [];
  return {
    saw,
    get said() {
      return said;
    },
    get isRunning() {
      return child !== null && child.exitCode === null && child.signalCode === null;
    },
    async start() {
      const [command = '', ...args] = client.command;
      const started = spawn(command, args, {
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
      child = started;
      let isReady = false;
      let line = '';
      started.stdout.on('data', (text: Buffer) => {
        const lines = (line + text).split('\n');
        line = lines.pop() ?? '';
        for (const item of lines) {
          if (item === 'ready') isReady = true;
          else if (item.startsWith('saw ')) saw.push(JSON.parse(item.slice(4)));
          else said += `${item}\n`;
        }
      });
      started.stderr.on('data', (text: Buffer) => {
        said += text;
      });
      await until(async () => {
        if (started.exitCode !== null) throw new Error(`the bot ended with ${started.exitCode}:\n${said}`);
        return isReady;
      }, 30_000);
    },
    async stop(signal = 'SIGTERM') {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill(signal);
      // python-telegram-bot 13 finishes its long poll first.
      const late = setTimeout(() => running.kill('SIGKILL'), 8_000);
      await ended;
      clearTimeout(late);
    },
  };
}
