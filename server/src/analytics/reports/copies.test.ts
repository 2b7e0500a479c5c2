import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { toEvent } from './test-bot.ts';
import { testReport } from './test-query.ts';

/*
 * Ann's only updates, November 2026, UTC. The live push is one second after midnight; the export that is uploaded later
 * carries Telegram's date, two seconds before. The first to reach us wins.
 *
 * | update              | live push, received   | in the export         | wins              |
 * |---------------------|-----------------------|-----------------------|-------------------|
 * | /start ads          | 11 Nov 00:00:01       | 10 Nov 23:59:59       | 11 Nov 00:00:01   |
 * | hello, 12:00:00     | 11 Nov 12:00:01       | undated: 14 Nov 09:00 | 11 Nov 12:00:01   |
 *
 * So she is new on the 11th, a visitor of that day alone, and of the source "ads".
 */
let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore('embedded', { rollupTimeoutMs: 0 });
});
afterAll(() => store.close());

const from = { id: 1, is_bot: false, first_name: 'Ann' };
const buildUpdate = (id: number, text: string, date: string) => ({
  update_id: id,
  message: { message_id: id, date: Date.parse(date) / 1_000, chat: { id: 1, type: 'private' }, from, text },
});
const start = buildUpdate(1, '/start ads', '2026-11-10T23:59:59Z');
const hello = buildUpdate(2, 'hello', '2026-11-11T12:00:00Z');

function buildCopies(bot: string) {
  const pushed = [
    toEvent(bot, '2026-11-11T00:00:01Z', start, '2026-11-11T00:00:01Z'),
    toEvent(bot, '2026-11-11T12:00:01Z', hello, '2026-11-11T12:00:01Z'),
  ];
  const uploaded = [
    toEvent(bot, '2026-11-10T23:59:59Z', start, '2026-11-14T09:00:00Z'),
    toEvent(bot, undefined, hello, '2026-11-14T09:00:00Z'),
  ];
  return { pushed, uploaded };
}

async function loadNumbers(bot: string) {
  const ask = (type: string, filter?: string) =>
    testReport(
      { store, now: () => Date.parse('2026-11-20T12:00:00Z') },
      { bot, type, period: '2026-11-09..2026-11-15', timeZone: 'UTC', detail: 'day', sessionGapMinutes: 30, filter },
    );
  const line = async (type: string, filter?: string) => (await ask(type, filter)).lines[0]?.values;
  return {
    new: await line('new_users'),
    visitors: await line('visitors'),
    fromAds: await line('visitors', 'source:ads'),
    notFromAds: await line('visitors', 'source:!ads'),
    sessions: await line('session_count'),
    all: await line('count_users'),
    retained: (await ask('retention')).cohorts?.rows.map(({ size }) => size),
  };
}

const onThe11th = [0, 0, 1, 0, 0, 0, 0];
const expectedNumbers = {
  new: onThe11th,
  visitors: onThe11th,
  fromAds: onThe11th,
  notFromAds: [0, 0, 0, 0, 0, 0, 0],
  sessions: [0, 0, 2, 0, 0, 0, 0],
  all: [0, 0, 1, 1, 1, 1, 1],
  retained: onThe11th,
};

describe.each([
  ['nothing is rolled up', null],
  ['the past is rolled up after the first copies', '2026-11-12'],
  ['all of it is rolled up', '2026-11-16'],
])('while %s', (_, until) => {
  const rollUp = async (bot: string) => {
    // Once to close the days, once to write them, once for the stale users.
    for (let run = 1; until && run <= 3; run += 1) await store.rollUp(bot, Date.parse(until));
  };

  test.each(['pushed', 'uploaded'] as const)(
    'an update counts as the copy received first, with the %s stored first',
    async (first) => {
      const bot = store.freshBot();
      const { pushed, uploaded } = buildCopies(bot);
      await store.write(first === 'pushed' ? pushed : uploaded);
      await rollUp(bot);
      await store.write(first === 'pushed' ? uploaded : pushed);
      expect(await loadNumbers(bot)).toEqual(expectedNumbers);
      await rollUp(bot);
      expect(await loadNumbers(bot)).toEqual(expectedNumbers);
    },
  );
});

test('the copy listed first counts if one batch has two', async () => {
  const bot = store.freshBot();
  const { pushed, uploaded } = buildCopies(bot);
  const receivedAt = Date.parse('2026-11-14T09:00:00Z');
  await store.write([...pushed, ...uploaded].map((event) => ({ ...event, receivedAt })));
  expect(await loadNumbers(bot)).toEqual(expectedNumbers);
});
