import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock, type SettableClock } from '@botscope/testkit/clock.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { pino } from 'pino';
import { Agent } from 'undici';
import { createHttpServer } from '../../platform/http/http-server.ts';
import { allHere } from '../leases/bot-leases.ts';
import { createPassOn } from '../leases/pass-on.ts';
import type { CapturedCall } from '../proxy/captured-call.ts';
import type { BotState, HookBot, Relay, RelayDeps, RelayFailure } from './relay.ts';
import { createRelay } from './relay.ts';

export interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Text of the message, or data of the button. */
  text: string;
}

/** A bot's own webhook: a real server that answers by a script. */
export interface ScriptedBot {
  url: string;
  received: Received[];
  texts(): string[];
  /** Answers a request; default: 200 without a body. */
  answer: (request: Received, response: ServerResponse) => void;
  /** Every connection is cut from now on; its port stays its own. `start` lets it answer again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

async function startScriptedBot(): Promise<ScriptedBot> {
  const receivedUpdates: Received[] = [];
  let isDown = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const item = { url: request.url ?? '', headers: request.headers, body, text: parseText(body) };
      receivedUpdates.push(item);
      bot.answer(item, response);
    });
  });
  server.on('connection', (socket) => {
    if (isDown) socket.resetAndDestroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bot: ScriptedBot = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`,
    received: receivedUpdates,
    texts: () => receivedUpdates.map(({ text }) => text),
    answer: (_request, response) => response.end(),
    async stop() {
      isDown = true;
      server.closeAllConnections();
    },
    async start() {
      isDown = false;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bot;
}

function parseText(body: string): string {
  try {
    const { message, callback_query, inline_query } = JSON.parse(body);
    return message?.text ?? callback_query?.data ?? inline_query?.query ?? '';
  } catch {
    return '';
  }
}

export const ourHookSecret = 'our-secret';
export const botKey = '0123456789abc';

export interface RelayWorld {
  clock: SettableClock;
  telegram: SimulatedTelegram;
  simulated: SimulatedBot;
  bot: ScriptedBot;
  /** As the relay sees the bot; a test may change it. */
  hookBot: HookBot;
  relay: Relay;
  /** Origin of our own server. */
  origin: string;
  recorded: string[];
  /** The store is known to be away. */
  hasBacklog: boolean;
  recordedCalls: CapturedCall[];
  failures: RelayFailure[];
  state: BotState;
  dataDir: string;
  /** Sets the webhook at Telegram: ours, or the bot's own for comparison. */
  setWebhook(to: 'ours' | 'own', parameters?: Record<string, unknown>): Promise<void>;
  /** Ends the relay as a restart does, and starts it again on the same directory. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Telegram, the relay with its routes and nothing else of the server, and a bot; one clock for all. */
export async function startRelayWorld(options: Partial<RelayDeps<HookBot>> = {}): Promise<RelayWorld> {
  const clock = createClock('2026-03-02T09:00:00Z');
  const bot = await startScriptedBot();
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-relay-'));
  const dispatcher = new Agent();
  const passOn = createPassOn('installation-secret');
  let upstream = 'http://127.0.0.1';
  const telegram = await startSimulatedTelegram({
    clock,
    webhookTarget: (url) => new URL(url.pathname + url.search, upstream),
  });
  const simulated = telegram.addBot({ username: 'shop_bot' });
  const hookBot: HookBot = {
    key: botKey,
    webhook: bot.url,
    delivery: 'webhook',
    botWebhookSecret: 'its-secret',
    ourHookSecret,
    allowedUpdates: null,
    token: simulated.token,
    apiRoot: telegram.url,
    recordsCalls: true,
  };
  let server: Server;
  const closeServer = async (): Promise<void> => {
    world.relay.hooks.stop();
    await new Promise((resolve) => server.close(resolve));
  };

  const world: RelayWorld = {
    clock,
    telegram,
    simulated,
    bot,
    hookBot,
    relay: null as unknown as Relay,
    origin: '',
    recorded: [],
    hasBacklog: false,
    recordedCalls: [],
    failures: [],
    state: { queued: 0, downSince: null },
    dataDir,
    async setWebhook(to, parameters = {}) {
      upstream = to === 'ours' ? world.origin : new URL(bot.url).origin;
      const path = to === 'ours' ? `/hook/${botKey}/${ourHookSecret}` : '/hook?x=1';
      const secret_token = to === 'ours' ? ourHookSecret : hookBot.botWebhookSecret;
      const body = JSON.stringify({ url: `https://bots.example.com${path}`, secret_token, ...parameters });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${telegram.url}/bot${simulated.token}/setWebhook`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async restart() {
      await closeServer();
      await world.relay.close();
      await start(Number(new URL(world.origin).port));
    },
    async stop() {
      await telegram.stop();
      server.closeAllConnections();
      await closeServer();
      await bot.close();
      await world.relay.close();
      passOn.close();
      await dispatcher.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };

  async function start(port: number): Promise<void> {
    world.relay = await createRelay<HookBot>({
      dataDir,
      dispatcher,
      telegram: dispatcher,
      bot: async (key) => (key === botKey ? hookBot : null),
      record: async (_bot, { raw }) => void world.recorded.push(raw),
      hasBacklog: () => world.hasBacklog,
      recordCall: (_bot, call) => void world.recordedCalls.push(call),
      reportFailure: (_bot, entry) => void world.failures.push(entry),
      onGap: () => undefined,
      onBotState: (_bot, state) => {
        world.state = state;
      },
      leases: allHere,
      passOn,
      logger: pino({ level: 'silent' }),
      now: () => clock.now().getTime(),
      after: clock.after,
      random: () => 0.5,
      ...options,
    });
    server = createHttpServer(world.relay.hooks.handle);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  await start(0);
  return world;
}
