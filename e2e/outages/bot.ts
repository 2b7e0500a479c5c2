import type { BotError } from '@botscope/contract';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { expect } from '@playwright/test';
import { startPollingBot } from '../cluster/polling-bot.ts';
import { readRecorded } from '../cluster/recorded.ts';
import type { TestBot } from '../cluster/test-bot.ts';
import { startWebhookBot } from '../cluster/webhook-bot.ts';
import { until } from '../fixtures/server.ts';
import type { Installation } from './installation.ts';

export type Mode = 'polling' | 'webhook';
export type Connection = 'auto' | 'manual';

/** A bot that is connected to the product, and the users who write to it. */
export interface ConnectedBot extends TestBot {
  readonly key: string;
  /** Texts of users, by chat, in order. */
  readonly said: Map<number, string[]>;
  newUser(): SimulatedUser;
  says(user: SimulatedUser, text: string): void;
  /** Texts that have not come to the bot. */
  missing(): string[];
  /** Resolves when every text has come to the bot, and every echo to Telegram. */
  caughtUp(): Promise<void>;
}

/** Telegram repeats a webhook after up to two minutes. */
const caughtUpMs = 180_000;

/** Starts a bot and connects it as its owner does. Users of bots have different IDs. */
export async function connectBot(
  { telegram, product, owner }: Installation,
  { name, mode, connection = 'auto' }: { name: string; mode: Mode; connection?: Connection },
): Promise<ConnectedBot> {
  const simulated = telegram.addBot({ username: `${name}_bot` });
  const webhookBot = mode === 'webhook' ? await startWebhookBot(simulated, product.url) : null;
  const bot = webhookBot ?? startPollingBot(simulated, product.url);
  const setWebhook = (url: string) =>
    callMethod({ url: telegram.url, token: simulated.token }, 'setWebhook', { url }).then(({ status }) =>
      expect(status).toBe(200),
    );
  if (webhookBot !== null && connection === 'auto') await setWebhook(webhookBot.hookUrl);
  const {
    bot: { key },
  } = await owner.ask<{ bot: { key: string } }>('POST', '/api/bots', {
    bot_name: bot.name,
    connection_type: connection,
    delivery_method: mode === 'polling' ? 'getUpdates' : 'webhook',
    delivery_method_send: 'proxy',
    ...(connection === 'auto' && { token: simulated.token, over_platform: true }),
    ...(connection === 'manual' && webhookBot !== null && { webhook: webhookBot.hookUrl }),
  });
  if (webhookBot !== null && connection === 'manual') {
    const { hook_url } = await owner.ask<{ hook_url: string }>('GET', `/api/bots/${key}/connection`);
    await setWebhook(hook_url);
  }
  bot.setDown(false);

  const textsByChat = new Map<number, string[]>();
  let users = 0;
  const findMissing = (): string[] => {
    const receivedTexts = new Set(bot.receipts.map(({ chat, text }) => `${chat} ${text}`));
    const texts = [...textsByChat].flatMap(([chat, list]) => list.map((text) => `${chat} ${text}`));
    return texts.filter((text) => !receivedTexts.has(text));
  };
  return {
    ...bot,
    key,
    said: textsByChat,
    missing: findMissing,
    newUser() {
      users += 1;
      return telegram.user({
        bot: simulated,
        id: (simulated.id % 1_000_000_000) * 1_000 + users,
        first_name: `User ${users}`,
      });
    },
    says(user, text) {
      user.sends(text);
      textsByChat.set(user.id, [...(textsByChat.get(user.id) ?? []), text]);
    },
    async caughtUp() {
      const isCaughtUp = async () => findMissing().length === 0 && simulated.pending === 0 && bot.caller.open === 0;
      await until(isCaughtUp, caughtUpMs).catch(() => {
        const leftovers = findMissing();
        throw new Error(
          `@${bot.name}: ${leftovers.length} texts missing (${leftovers.slice(0, 5)}), ${simulated.pending} at Telegram, ${bot.caller.open} echoes open; polls failed: ${JSON.stringify(bot.failedPolls)}`,
        );
      });
    },
  };
}

/**
 * Each text has come to its bot, in order per chat, and is recorded once; so are its own calls that were answered.
 * @param maxRepeats how often the process that delivers was killed: each may have cut off the answer to Telegram
 */
export async function expectOnce(
  { events, owner }: Installation,
  bot: ConnectedBot,
  maxRepeats: number,
): Promise<void> {
  for (const [chat, texts] of bot.said) {
    const receivedTexts = bot.receipts.filter((receipt) => receipt.chat === chat).map(({ text }) => text);
    const inOrder = receivedTexts.filter((text, index) => text !== receivedTexts[index - 1]);
    expect(inOrder, `@${bot.name}, chat ${chat}: every text, in order`).toEqual(texts);
    expect(receivedTexts.length - inOrder.length, `@${bot.name}, chat ${chat}: repeats`).toBeLessThanOrEqual(
      maxRepeats,
    );
  }
  expect(Object.keys(bot.failedPolls), `@${bot.name}: answers that end a framework`).not.toContain('401');
  expect(Object.keys(bot.failedPolls), `@${bot.name}: answers that end a framework`).not.toContain('409');

  const { messages, calls } = await readRecorded(events, bot.key);
  const texts = [...bot.said].flatMap(([chat, list]) => list.map((text) => `${chat} ${text}`));
  expect(messages.toSorted(), `@${bot.name}: recorded texts`).toEqual(texts.toSorted());
  const { answered, inDoubt } = bot.caller;
  const echoes = calls.filter((text) => answered.includes(text) || inDoubt.includes(text));
  expect(echoes.length, `@${bot.name}: a call is recorded once`).toBe(new Set(echoes).size);
  const unrecorded = answered.filter((text) => !calls.includes(text));
  if (unrecorded.length === 0) return;
  // Until the app process is there, calls of bots whose token is stored nowhere pass without a record, and are counted.
  const { lines } = await owner.ask<{ lines: BotError[] }>('GET', `/api/bots/${bot.key}/errors?kind=gap`);
  const gaps = lines.reduce((sum, { count }) => sum + count, 0);
  expect(
    unrecorded.length,
    `@${bot.name}: answered calls that are neither recorded nor counted as a gap`,
  ).toBeLessThanOrEqual(gaps);
}
