import type { Event } from '@botscope/contract';
import { type Journey, startJourney } from '@botscope/testkit/journey.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { conversionEvent } from '../../../events/normalize/conversion-event.ts';
import { defaultStartRules, normalizeUpdate } from '../../../events/normalize/normalize-update.ts';
import { anEvent } from '../../../events/store/test-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { runQuery } from '../../query/run-query.ts';
import { scope } from '../../query/scope.ts';
import type { CountedTarget } from '../report.ts';
import { conversionsSql } from './conversions.sql.ts';
import { everyTrigger, purchase, sale } from './test-targets.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore('embedded', { rollupTimeoutMs: 0 });
});
afterAll(() => store.close());

/** Ingests a history for its own bot. */
async function ingestHistory(scenario: (journey: Journey) => void): Promise<string> {
  const journey = startJourney({ from: '2024-01-01T00:00:00Z' });
  scenario(journey);
  const bot = store.freshBot();
  const events = journey.updates.map(({ date, update }) => {
    const receivedAt = Date.parse(date ?? '') + 1_000;
    const result = normalizeUpdate({ bot, date, receivedAt, update }, defaultStartRules);
    if ('rejected' in result) throw new Error(result.rejected);
    return result.event;
  });
  await store.write(events);
  return bot;
}

interface Row {
  user_id: number;
  target_id: number;
  time: string;
  amount: number | null;
  currency: string;
  is_refund: 0 | 1;
}

const march = [Date.parse('2024-03-01T00:00:00Z'), Date.parse('2024-04-01T00:00:00Z')] as const;

async function loadConversions(
  bot: string,
  targets: readonly CountedTarget[] = everyTrigger,
  hiddenCommands: readonly string[] = ['🛒 Basket'],
  [start, end]: readonly [number, number] = march,
): Promise<Row[]> {
  const { sql, params } = conversionsSql(targets, { hiddenCommands });
  const statement = scope(bot, start, end, undefined, await store.rollup(bot)).statement(
    (from) => `SELECT user_id, target_id, toString(time) AS time, amount, currency, is_refund
      FROM ${sql(from)} ORDER BY target_id, time, id`,
    params,
  );
  return runQuery<Row>(store, statement, { tag: 'test' });
}

const counts = (rows: readonly Row[]): Record<number, number> => {
  const countsById: Record<number, number> = {};
  for (const { target_id } of rows) countsById[target_id] = (countsById[target_id] ?? 0) + 1;
  return countsById;
};

const reported = (bot: string, changes: Partial<Parameters<typeof conversionEvent>[0]>): Event =>
  conversionEvent({
    bot,
    targetId: 1,
    userId: 1,
    date: '2024-03-05T10:00:00Z',
    amount: 0,
    currency: '',
    receivedAt: Date.parse('2024-03-05T10:00:01Z'),
    nonce: '',
    ...changes,
  });

describe('triggers', () => {
  const really = `Yes, ${'really '.repeat(10)}`.trim();

  function scenario(journey: Journey): void {
    const ann = journey.user('Ann', { id: 1 });
    journey.at('2024-03-01T10:00:00Z');
    ann.sends('/start');
    ann.sends('/start promo');
    ann.sends('/start other');
    ann.sends('/buy 2');
    ann.sends('/Buy@shop_bot');
    ann.sends('/buyer');
    ann.sends('🛒 Basket');
    ann.presses('order:confirm');
    ann.presses('order:cancel');
    ann.presses('reorder:');
    ann.sends('Yes');
    ann.sends('yes');
    ann.sends(really);
    ann.sends('Oh really?');
    ann.sends('order 12');
    ann.sends('order x');
    ann.sends('my order 12');
    // A correction is not typed again.
    ann.edits('order 13');
    ann.sendsInlineQuery('really');
    ann.opensMiniAppData('checkout');
  }

  test('each finds what it names, and nothing else', async () => {
    const bot = await ingestHistory(scenario);
    const hit = (id: string, changes: Partial<Event>) =>
      anEvent({ bot, id, kind: 'hit', type: '', isAction: false, time: march[0] + 90_000_000, ...changes });
    await store.write([
      hit('1', { name: 'checkout' }),
      hit('2', { name: 'checkout_begun' }),
      reported(bot, { targetId: 10_015, amount: 100, currency: 'EUR' }),
      reported(bot, { targetId: 10_001 }),
      reported(bot, { targetId: 99_999 }),
    ]);

    expect(counts(await loadConversions(bot))).toEqual({
      10001: 3, // /buy, /Buy@shop_bot, API
      10002: 1,
      10003: 1,
      10004: 2,
      10005: 1,
      10006: 1,
      10007: 2, // in a long and in a short text, whatever the case
      10008: 1,
      10009: 3,
      10010: 1,
      10011: 2,
      10012: 1,
      10013: 1,
      10014: 1,
      10015: 1,
    });
  });

  test('a text counts as a command only while it is an approved hidden one', async () => {
    const bot = await ingestHistory(scenario);
    expect(counts(await loadConversions(bot, everyTrigger, []))[10_002]).toBeUndefined();
  });

  test('a bot without own targets has sales and purchases', async () => {
    const bot = await ingestHistory(scenario);
    await store.write([reported(bot, {})]);
    expect(counts(await loadConversions(bot, [sale, purchase]))).toEqual({ 1: 1 });
    expect(await loadConversions(bot, [])).toEqual([]);
  });
});

describe('the value of a conversion', () => {
  it('is what the target or the event says', async () => {
    const bot = await ingestHistory((journey) => {
      const ann = journey.user('Ann', { id: 1 });
      journey.at('2024-03-01T10:00:00Z');
      ann.sends('/buy');
      ann.sends('Yes');
      ann.pays({ amount: 250, currency: 'XTR', payload: 'x' });
    });
    await store.write([
      reported(bot, { amount: 1_250, currency: 'EUR' }),
      reported(bot, { receivedAt: march[1], date: '2024-03-06T10:00:00Z' }),
      reported(bot, { receivedAt: march[1], date: '2024-03-07T10:00:00Z', amount: 0, currency: 'USD' }),
      reported(bot, { receivedAt: march[1], date: '2024-03-08T10:00:00Z', amount: -250, currency: 'EUR' }),
      reported(bot, { targetId: 10_001, amount: 99, currency: 'USD' }),
      reported(bot, {
        targetId: 10_001,
        date: '2024-03-09T10:00:00Z',
        amount: -99,
        currency: 'USD',
        receivedAt: march[1],
      }),
    ]);
    const rows = await loadConversions(bot);
    expect(rows.map((row) => [row.target_id, row.amount, row.currency, row.is_refund])).toEqual([
      [1, 1_250, 'EUR', 0],
      [1, null, '', 0],
      [1, 0, 'USD', 0],
      [1, -250, 'EUR', 1],
      [2, 250, 'XTR', 0],
      [10_001, 500, 'EUR', 0],
      [10_001, 500, 'EUR', 0],
      [10_005, null, '', 0],
    ]);
  });
});

/*
 * Ann, asked about March; a charge is what Telegram calls a payment by.
 *
 * | when     | what                                             | counts           |
 * |----------|--------------------------------------------------|------------------|
 * | 28 Feb   | pays 100 XTR, charge A                           | in February      |
 * | 1 March  | A again, in another update                       | no: A counted    |
 * | 2 March  | pays 200 XTR, charge B, and once more the same    | once             |
 * | 3 March  | pays 300 EUR, charge C; delivered twice           | once             |
 * | 4 March  | renewal of the subscription: 200 XTR, charge D   | yes              |
 * | 5 March  | refund of B, sent twice                          | money, once      |
 */
test.each([
  ['out of events', { rolledUpTo: [], isLate: false }],
  ['out of what is rolled up', { rolledUpTo: ['2024-03-03'], isLate: false }],
  ['where the first payment comes in late', { rolledUpTo: ['2024-03-05'], isLate: true }],
  ['where that has been reported again', { rolledUpTo: ['2024-03-03', '2024-03-05'], isLate: true }],
])(
  'a charge counts once for the payment and once for the refund, %s',
  async (_, { rolledUpTo: [first, secondDay], isLate }) => {
    const key = store.freshBot();
    let id = 100;
    const payment = (moment: string, charge: string, amount: number, currency = 'XTR'): Event => {
      id += 1;
      const field = amount < 0 ? 'refunded_payment' : 'successful_payment';
      return anEvent({
        bot: key,
        id: String(id),
        type: 'payment',
        time: Date.parse(moment),
        text: '',
        amount,
        currency,
        payload: JSON.stringify({ update_id: id, message: { [field]: { telegram_payment_charge_id: charge } } }),
      });
    };
    const c = payment('2024-03-03T10:00:00Z', 'C', 300, 'EUR');
    const rollUpTo = async (day?: string) => {
      if (day !== undefined) await store.rollUp(key, Date.parse(day));
    };
    const a = payment('2024-02-28T10:00:00Z', 'A', 100);
    await store.write([
      ...(isLate ? [] : [a]),
      payment('2024-03-01T10:00:00Z', 'A', 100),
      payment('2024-03-02T10:00:00Z', 'B', 200),
      payment('2024-03-02T10:05:00Z', 'B', 200),
      c,
      { ...c, receivedAt: c.receivedAt + 5_000 },
      payment('2024-03-04T10:00:00Z', 'D', 200),
      payment('2024-03-05T10:00:00Z', 'B', -200),
      payment('2024-03-05T11:00:00Z', 'B', -200),
    ]);
    await rollUpTo(first);
    if (isLate) await store.write([a]);
    await rollUpTo(secondDay);
    const rows = await loadConversions(key, [sale, purchase]);
    expect(
      rows.map(({ time, amount, currency, is_refund }) => [time.slice(0, 16), amount, currency, is_refund]),
    ).toEqual([
      ['2024-03-02 10:00', 200, 'XTR', 0],
      ['2024-03-03 10:00', 300, 'EUR', 0],
      ['2024-03-04 10:00', 200, 'XTR', 0],
      ['2024-03-05 10:00', -200, 'XTR', 1],
    ]);
  },
);

test('a conversion of an unknown user counts once they contact the bot; copies with the same date count once', async () => {
  const key = store.freshBot();
  const lateReceipt = { receivedAt: Date.parse('2024-03-09T00:00:00Z') };
  await store.write([
    reported(key, {}),
    reported(key, lateReceipt),
    reported(key, { ...lateReceipt, date: '2024-03-05T13:00:00.000+03:00' }),
    reported(key, { date: undefined, nonce: 'a' }),
    reported(key, { date: undefined, nonce: 'b' }),
    reported(key, { date: 'yesterday' }),
    reported(key, { ...lateReceipt, date: 'yesterday' }),
    reported(key, { userId: 2 }),
  ]);
  expect(await loadConversions(key)).toEqual([]);
  await store.write([anEvent({ bot: key, time: Date.parse('2024-05-01T00:00:00Z') })]);
  expect(counts(await loadConversions(key))).toEqual({ 1: 4 });
});

test('a pattern on a long text takes no longer for a wicked expression', async () => {
  const key = store.freshBot();
  const text = `${'a'.repeat(4_000)}!`;
  await store.write(
    Array.from({ length: 50 }, (_, index) =>
      anEvent({
        bot: key,
        id: String(index + 1),
        text: '',
        time: march[0] + index,
        payload: JSON.stringify({ update_id: index, message: { text } }),
      }),
    ),
  );
  const wicked = ['^(a+)+$', '^(a|aa)+$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$'].map((pattern, index) => ({
    id: 10_001 + index,
    name: pattern,
    trigger: { kind: 'text', text: pattern, match: 'pattern' } as const,
    value: { kind: 'none' } as const,
  }));
  const start = performance.now();
  expect(await loadConversions(key, wicked)).toEqual([]);
  // A backtracking engine needs longer than the sun shines.
  expect(performance.now() - start).toBeLessThan(5_000);
});
