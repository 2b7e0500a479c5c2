import { expect } from '@playwright/test';
import type { Cluster } from './cluster.ts';
import { readRecorded } from './recorded.ts';
import type { Receipt } from './test-bot.ts';
import type { ConnectedBot, Traffic } from './traffic.ts';

/**
 * Expects no less than Telegram guarantees: every update comes to its bot, in order per chat. It comes a second time
 * only if the process that delivered it was killed before Telegram had the answer, or, if the update had waited, before
 * the disk had the note; a bot that polls gets each exactly once, because it confirms what it has seen.
 */
export function expectDelivered(cluster: Cluster, bot: ConnectedBot): void {
  for (const [chat, texts] of bot.said) {
    const receivedTexts = bot.receipts.filter((receipt) => receipt.chat === chat).map(({ text }) => text);
    // A repeat directly after itself is a second delivery; one that comes later than a newer text is a broken order.
    const inOrder = receivedTexts.filter((text, index) => text !== receivedTexts[index - 1]);
    expect(inOrder, `@${bot.name}, chat ${chat}: every text, in order`).toEqual(texts);
  }
  const copies = Map.groupBy(bot.receipts, ({ update }) => update);
  const receiptLimit = bot.mode === 'polling' ? () => 1 : createReceiptLimit(cluster, bot);
  const doubled = [...copies].filter(([update, receipts]) => receipts.length > receiptLimit(update, receipts));
  expect(doubled, `@${bot.name}: doubled`).toEqual([]);
  expect(Object.keys(bot.failedPolls), `@${bot.name}: answers that end a framework`).not.toContain('409');
  expect(Object.keys(bot.failedPolls), `@${bot.name}: answers that end a framework`).not.toContain('401');
}

/**
 * Around a kill it is open whether others know that the bot has an update, ms: what was sent just before arrives just
 * after, and an fsync of a busy disk took longer than half a second in these tests.
 */
const doubtMs = 2_000;

/** One, and one more for each delivery that a kill may have cut off between the bot's answer and everyone's knowing it. */
function createReceiptLimit({ balancer, members }: Cluster, { key }: ConnectedBot) {
  const brokenPassages = balancer.passages.filter(
    ({ path, status }) => path.startsWith(`/hook/${key}`) && status === 0,
  );
  const updates = brokenPassages.map(({ body }) => Number(/"update_id":\s*(\d+)/.exec(body)?.[1]));
  const kills = [...members.values()].flatMap(({ instance }) => instance.kills);
  return (update: number, receipts: readonly Receipt[]): number =>
    1 +
    updates.filter((one) => one === update).length +
    kills.filter((kill) => receipts.some(({ at }) => Math.abs(kill - at) < doubtMs)).length;
}

/** Each update and each answered call is in the event store, once; nothing is there that nobody sent. */
export async function expectRecorded(cluster: Cluster, bot: ConnectedBot): Promise<void> {
  const { messages, calls, total } = await readRecorded(cluster.events, bot.key);
  const writtenMessages = [...bot.said].flatMap(([chat, texts]) => texts.map((text) => `${chat} ${text}`));
  expect(messages.toSorted(), `@${bot.name}: recorded messages`).toEqual(writtenMessages.toSorted());
  expect(total, `@${bot.name}: nothing else is recorded`).toBe(messages.length + calls.length);
  const { answered, inDoubt } = bot.caller;
  expect(calls.length, `@${bot.name}: a call is recorded once`).toBe(new Set(calls).size);
  const missingCalls = answered.filter((text) => !calls.includes(text));
  expect(missingCalls, `@${bot.name}: answered calls that are not recorded`).toEqual([]);
  const attemptedCalls = new Set([...answered, ...inDoubt]);
  expect(
    calls.filter((text) => !attemptedCalls.has(text)),
    `@${bot.name}: recorded calls that nobody made`,
  ).toEqual([]);
}

/** Every push that was accepted is in the event store, each update once. */
export async function expectPushesRecorded(cluster: Cluster, { pushing }: Traffic): Promise<void> {
  const { total } = await readRecorded(cluster.events, pushing.key);
  expect(total, 'pushed updates').toBe(pushing.source.deliveries.length);
}
