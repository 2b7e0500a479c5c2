import { randomBytes } from 'node:crypto';
import { createRandom } from '@botscope/server/simulation/random.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { freePort } from '../fixtures/server.ts';
import type { ConnectedBotscope } from './botscope.ts';
import type { Mode, ShopClient } from './clients.ts';
import { type HttpTap, startTap } from './http-tap.ts';
import { readErrors } from './numbers.ts';
import { type ShopBot, shopBot } from './shop-bot.ts';

/** A bot's process, a Telegram of its own, and everything between them, with or without Botscope. */
export interface ShopRun {
  readonly name: string;
  readonly telegram: SimulatedTelegram;
  readonly bot: SimulatedBot;
  readonly process: ShopBot;
  /** Between the bot and its API root. */
  readonly api: HttpTap;
  /** In front of the bot's webhook. */
  readonly hook: HttpTap;
  /** In front of the address that Telegram delivers to; without Botscope that is `hook`. */
  readonly delivery: HttpTap;
  /** Whether the bot's calls go through Botscope. */
  readonly proxiesCalls: boolean;
  readonly botscope: ConnectedBotscope | undefined;
  /** The bot's key at Botscope; '' without. */
  readonly key: string;
  close(): Promise<void>;
}

export interface RunOptions {
  client: ShopClient;
  mode: Mode;
  /** Names the bot; two runs with the same name are the same bot with the same users. */
  name: string;
  botscope?: ConnectedBotscope;
  /** Default: auto. */
  connection?: 'auto' | 'manual';
  /** Whether the bot's calls go through Botscope in webhook mode; default true. */
  proxiesCalls?: boolean;
}

/** Starts all of it; the bot is running when this resolves. */
export async function startShopRun(options: RunOptions): Promise<ShopRun> {
  const { client, mode, name, botscope, connection = 'auto' } = options;
  const chance = createRandom(name);
  const token = `${chance.between(1_000_000_000, 7_999_999_999)}:AA${chance.token(33)}`;
  const secret = client.withoutSecret ? '' : `secret-${chance.token(8)}`;
  const port = await freePort();

  const taps: HttpTap[] = [];
  const tap = async (to: () => string, host?: string): Promise<HttpTap> => {
    const newTap = await startTap(to, host);
    taps.push(newTap);
    return newTap;
  };
  const hook = await tap(() => `http://127.0.0.1:${port}`, pickLoopbackAddress(name));
  const delivery = botscope ? await tap(() => botscope.url) : hook;
  const telegram = await startSimulatedTelegram({
    seed: name,
    isLocal: true,
    webhookTarget: (url) =>
      botscope && url.origin === botscope.url ? new URL(`${delivery.url}${url.pathname}${url.search}`) : url,
  });
  // Telegram's names have 32 letters at most; the end is what makes this one unique.
  const username = `shop_${name.replace(/\W+/g, '_').slice(-22).toLowerCase()}_bot`;
  const bot = telegram.addBot({ username, first_name: 'Shop', token, supports_inline_queries: true });
  botscope?.upstream.set(token, telegram.url);
  const throughBotscope = botscope !== undefined && (mode === 'polling' || options.proxiesCalls !== false);
  let isConnected = mode === 'polling';
  const api = await tap(() => (throughBotscope && isConnected ? botscope.url : telegram.url));

  const webhook = `${hook.url}${client.hookPath?.(token) ?? '/hook'}`;
  const setWebhook = async (url: string): Promise<void> => {
    const set = await callMethod({ url: telegram.url, token }, 'setWebhook', { url, secret_token: secret });
    if (set.status !== 200) throw new Error(`setWebhook: ${JSON.stringify(set.body)}`);
  };
  const isByHand = mode === 'webhook' && botscope !== undefined && connection === 'manual';
  if (mode === 'webhook' && !client.setsItsWebhook && !isByHand) await setWebhook(webhook);
  const process = shopBot(client, { token, apiRoot: api.url, mode, port, secret, webhook });
  const close = async (): Promise<void> => {
    await process.stop();
    for (const item of taps) await item.close();
    await telegram.stop();
    botscope?.upstream.delete(token);
  };
  const connect = async (): Promise<string> => {
    // A webhook must answer when its owner connects it; a polling bot is moved over and started again.
    if (mode === 'webhook') await process.start();
    const botKey = botscope
      ? await botscope.connect({ token, username, mode, webhook, secret, connection, proxiesCalls: throughBotscope })
      : '';
    if (isByHand) {
      const { hook_url } = (await botscope.ask('GET', `/api/bots/${botKey}/connection`)) as { hook_url: string };
      await setWebhook(hook_url);
    }
    if (mode === 'polling') await process.start();
    return botKey;
  };
  const key = await connect().catch(async (error) => {
    await close();
    throw error;
  });
  isConnected = true;
  // The test of the webhook is over; from here on nothing may differ from a bot that nobody connected.
  process.receivedUpdates.length = 0;
  hook.exchanges.length = 0;

  return {
    name,
    telegram,
    bot,
    process,
    api,
    hook,
    delivery,
    proxiesCalls: throughBotscope,
    botscope,
    key,
    close,
  };
}

/**
 * An address of this machine that no other bot has. With one for all, the port of a tap had been another bot's a moment ago,
 * and one webhook cannot belong to two bots.
 */
function pickLoopbackAddress(name: string): string {
  const chance = createRandom(`${name} address`);
  return `127.${chance.between(1, 254)}.${chance.between(0, 255)}.${chance.between(1, 254)}`;
}

/** Lists the exchanges that did not end with 200 or still run, for a failing test's message. */
export async function describeRun(run: ShopRun): Promise<string> {
  const taps = { api: run.api, hook: run.hook, delivery: run.delivery };
  const oddExchanges = Object.entries(taps).flatMap(([name, { exchanges }]) =>
    exchanges
      .filter(({ status, end }) => status !== 200 || end !== 'whole')
      .map(({ at, method, path, status, end, why, answer }) => {
        return `${new Date(at).toISOString()} ${name} ${method} ${path} → ${status} ${end} ${why} ${answer.toString().slice(0, 200)}`;
      }),
  );
  const log = run.botscope ? await readErrors(run.botscope, run.key) : [];
  const errors = log.map((line) => JSON.stringify(line)).join('\n');
  return `${oddExchanges.slice(-40).join('\n')}\n${run.bot.pending} pending at Telegram. The error log:\n${errors}\nThe bot said:\n${run.process.output.slice(-4_000)}`;
}

/** No two tests share a bot's name, so that they may run side by side on one server. */
export const uniqueName = (prefix: string): string => `${prefix} ${randomBytes(3).toString('hex')}`;
