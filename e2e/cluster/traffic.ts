import { setTimeout as wait } from 'node:timers/promises';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { until } from '../fixtures/server.ts';
import type { Cluster } from './cluster.ts';
import { createOwner, type Owner } from './owner.ts';
import { startPollingBot } from './polling-bot.ts';
import { createPushSource, type PushSource } from './push-source.ts';
import type { TestBot } from './test-bot.ts';
import { startWebhookBot } from './webhook-bot.ts';

/** Bots of every kind on one installation, and the users who write to them. */
export interface Traffic {
  readonly telegram: SimulatedTelegram;
  readonly bots: readonly ConnectedBot[];
  readonly pushing: { key: string; source: PushSource };
  readonly owner: Owner;
  readonly rounds: number;
  /** One round: one user of each bot writes a text; every fifth time copies are pushed. */
  talk(): void;
  /** Rounds at a pace of `paceMs` until the work is done. */
  talkDuring(work: () => Promise<void>, paceMs?: number): Promise<void>;
  /** Resolves when every update has come to its bot and every echo to Telegram. */
  finished(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectedBot extends TestBot {
  key: string;
  /** Texts that users wrote, by chat, in order. */
  said: Map<number, string[]>;
}

const firstUser = 720_000_001;
const usersPerBot = 3;
const defaultPaceMs = 100;
const finishedMs = 180_000;

/** Connects bots to an installation whose `TELEGRAM_API_ROOT` is this Telegram. */
export async function startTraffic(cluster: Cluster, telegram: SimulatedTelegram): Promise<Traffic> {
  const owner = await createOwner(cluster.url, cluster.appSecret);
  const bots: ConnectedBot[] = [];

  async function connect(bot: TestBot, fields: object): Promise<void> {
    const botResponse = await owner.ask<{ bot: { key: string } }>('POST', '/api/bots', {
      bot_name: bot.name,
      connection_type: 'auto',
      token: bot.simulated.token,
      over_platform: true,
      delivery_method_send: 'proxy',
      ...fields,
    });
    bots.push({ ...bot, key: botResponse.bot.key, said: new Map() });
  }
  for (const username of ['hook_one_bot', 'hook_two_bot']) {
    const bot = await startWebhookBot(telegram.addBot({ username }), cluster.url);
    await callMethod({ url: telegram.url, token: bot.simulated.token }, 'setWebhook', { url: bot.hookUrl });
    await connect(bot, { delivery_method: 'webhook' });
  }
  for (const username of ['poll_one_bot', 'poll_two_bot']) {
    const simulated = telegram.addBot({ username });
    const bot = startPollingBot(simulated, cluster.url);
    await connect(bot, { delivery_method: 'getUpdates' });
    bot.setDown(false);
  }
  const pushingBot = await owner.ask<{ bot: { key: string }; api_key: string }>('POST', '/api/bots', {
    bot_name: 'pushing_bot',
    connection_type: 'api',
  });
  const source = createPushSource(cluster.url, pushingBot.api_key);

  const users = bots.map(({ simulated }) =>
    Array.from({ length: usersPerBot }, (_, index) =>
      telegram.user({ bot: simulated, id: firstUser + index, first_name: `User ${index + 1}` }),
    ),
  );
  let rounds = 0;
  function talk(): void {
    for (const [index, bot] of bots.entries()) {
      const user = users[index]?.[rounds % usersPerBot];
      if (!user) throw new Error('there is no one to talk');
      const text = `text ${rounds}`;
      user.sends(text);
      bot.said.set(user.id, [...(bot.said.get(user.id) ?? []), text]);
    }
    if (rounds % 5 === 0) source.push();
    rounds += 1;
  }

  const countMissing = ({ receipts, simulated, said, caller }: ConnectedBot): number => {
    const receivedTexts = new Set(receipts.map(({ chat, text }) => `${chat} ${text}`));
    const expectedTexts = [...said].flatMap(([chat, texts]) => texts.map((text) => `${chat} ${text}`));
    return expectedTexts.filter((name) => !receivedTexts.has(name)).length + simulated.pending + caller.open;
  };

  return {
    telegram,
    bots,
    pushing: { key: pushingBot.bot.key, source },
    owner,
    get rounds() {
      return rounds;
    },
    talk,
    async talkDuring(work, paceMs = defaultPaceMs) {
      let isOver = false;
      const completion = work().finally(() => {
        isOver = true;
      });
      while (!isOver) {
        talk();
        await Promise.race([wait(paceMs), completion.catch(() => undefined)]);
      }
      await completion;
    },
    async finished() {
      const isFinished = async () => bots.every((bot) => countMissing(bot) === 0) && source.open === 0;
      await until(isFinished, finishedMs).catch(() => {
        const leftovers = bots.map(
          (bot) => `@${bot.name}: ${countMissing(bot)} missing, ${bot.simulated.pending} at Telegram`,
        );
        throw new Error(`not finished: ${leftovers.join('; ')}; ${source.open} pushes`);
      });
    },
    async close() {
      source.stop();
      await Promise.all(bots.map((bot) => bot.close()));
    },
  };
}

/** A Telegram for an installation that is started later. */
export const startTelegram = (): Promise<SimulatedTelegram> =>
  startSimulatedTelegram({ seed: 'cluster', isLocal: true });
