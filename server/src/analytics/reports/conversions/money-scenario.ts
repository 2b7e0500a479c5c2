import type { Event } from '@botscope/contract';
import type { Journey } from '@botscope/testkit/journey.ts';
import { conversionEvent } from '../../../events/normalize/conversion-event.ts';
import type { ThrowawayStore } from '../../../events/store/test-stores.ts';
import type { CountedTarget } from '../report.ts';
import { ingestHistory, type TestBot, toEvent } from '../test-bot.ts';
import { purchase, sale } from './test-targets.ts';

/*
 * Conversions of the reports' tests. Berlin puts the clock forward on Sunday 31 March 2024: that day ends at 22:00 UTC
 * and has 23 hours. "Order" (10001) is the command /buy, worth 5 EUR; "Sale" (1) is sent by API; "Purchases" (2) are
 * Telegram's own. The reports ask about 30 March to 1 April, Berlin.
 *
 * | Berlin       | UTC              | who and what                                          | counts as                 |
 * |--------------|------------------|-------------------------------------------------------|---------------------------|
 * | 29 March     | 29 Mar 10:00     | all but Eve start; Ann /buy                           | before                    |
 * | 30 March     | 30 Mar 22:59     | Ann /buy                                              | Order, 5 EUR              |
 * | 31 March     | 30 Mar 23:00     | Ann pays 250 XTR (charge A); delivered twice          | Purchase, 250 XTR         |
 * |              | 31 Mar 12:00     | Ben /buy, twice                                       | 2 Orders, 10 EUR          |
 * |              | 31 Mar 12:00     | Cid writes                                            | visitor                   |
 * |              | 31 Mar 21:59:59.999 | Sale 12.50 EUR of Ben, sent twice                  | Sale, 12.50 EUR           |
 * |              | 31 Mar 12:00     | Sale 99 EUR of Eve, whom the bot never met            |                           |
 * | 1 April      | 31 Mar 22:00     | A is refunded                                         | −250 XTR, no conversion   |
 * |              | 1 Apr 09:00      | Ann's subscription renews: 100 XTR (charge B)          | Purchase, 100 XTR         |
 * |              | 1 Apr 10:00      | charge B sent once more, in another update            |                           |
 * |              | 1 Apr 11:00      | Sale of Dan without a value, who did nothing that day | Sale                      |
 *
 * | Berlin   | conversions                     | users      | acted or converted | rate |
 * |----------|---------------------------------|-------------|-----------------|-------|
 * | 30 March | 1                               | Ann         | Ann             | 100   |
 * | 31 March | 4 (Purchase, 2 Orders, Sale)    | Ann, Ben    | Ann, Ben, Cid      | 66.667 |
 * | 1 April  | 2 (Purchase, Sale)              | Ann, Dan    | Ann, Dan           | 100  |
 * | in all   | 7                               | Ann, Ben, Dan | Ann, Ben, Cid, Dan | 75 |
 */
export const moneyPeriod = { period: '2024-03-30..2024-04-01', timeZone: 'Europe/Berlin', detail: 'day' } as const;

const order: CountedTarget = {
  id: 10_001,
  name: 'Order',
  trigger: { kind: 'command', name: '/buy' },
  value: { kind: 'fixed', amount: 500, currency: 'EUR' },
};
const idle: CountedTarget = { id: 10_002, name: 'Idle', trigger: { kind: 'api' }, value: { kind: 'none' } };
export const moneyTargets: readonly CountedTarget[] = [sale, purchase, order, idle];

const ids = { Ann: 101, Ben: 102, Cid: 103, Dan: 104, Eve: 105 };

export async function moneyScenario(store: ThrowawayStore): Promise<TestBot> {
  const bot = await ingestHistory(store, (journey: Journey) => {
    const [ann, ben, cid, dan] = (['Ann', 'Ben', 'Cid', 'Dan'] as const).map((name) =>
      journey.user(name, { id: ids[name] }),
    );
    journey.at('2024-03-29T10:00:00Z');
    for (const user of [ann, ben, cid, dan]) user?.sends('/start');
    ann?.sends('/buy');
    journey.at('2024-03-30T22:59:00Z');
    ann?.sends('/buy');
    journey.at('2024-03-31T12:00:00Z');
    ben?.sends('/buy');
    ben?.sends('/buy tea');
    cid?.sends('hello');
  });
  const a = payment(bot.key, 1, '2024-03-30T23:00:00Z', 'A', 250);
  await store.write([
    a,
    payment(bot.key, 2, '2024-03-31T22:00:00Z', 'A', -250),
    payment(bot.key, 3, '2024-04-01T09:00:00Z', 'B', 100),
    payment(bot.key, 4, '2024-04-01T10:00:00Z', 'B', 100),
    reported(bot.key, 'Ben', '2024-03-31T21:59:59.999Z', 1_250),
    reported(bot.key, 'Eve', '2024-03-31T12:00:00Z', 9_900),
    reported(bot.key, 'Dan', '2024-04-01T11:00:00Z'),
  ]);
  await store.write([
    { ...a, receivedAt: a.receivedAt + 86_400_000 },
    reported(bot.key, 'Ben', '2024-03-31T23:59:59.999+02:00', 1_250, '2024-04-03T00:00:00Z'),
  ]);
  return bot;
}

/** Payment of Ann with Stars; a refund where the amount is negative. */
function payment(bot: string, id: number, date: string, charge: string, amount: number): Event {
  const from = { id: ids.Ann, is_bot: false, first_name: 'Ann' };
  const paid = { currency: 'XTR', total_amount: Math.abs(amount), telegram_payment_charge_id: charge };
  const message = {
    message_id: id,
    date: Math.floor(Date.parse(date) / 1_000),
    chat: { id: ids.Ann, type: 'private', first_name: 'Ann' },
    from,
    ...(amount < 0 ? { refunded_payment: paid } : { successful_payment: paid }),
  };
  return toEvent(bot, date, { update_id: 900 + id, message });
}

function reported(bot: string, userName: keyof typeof ids, date: string, cents?: number, receivedAt = date): Event {
  const money = cents === undefined ? { amount: 0, currency: '' } : { amount: cents, currency: 'EUR' };
  const receivedMs = Date.parse(receivedAt) + 1_000;
  return conversionEvent({
    bot,
    targetId: 1,
    userId: ids[userName],
    date,
    ...money,
    receivedAt: receivedMs,
    nonce: '',
  });
}

/** First names of the users of a list, in alphabetical order. */
export const namesOf = (users: readonly { user_id: number }[]): string[] =>
  users.map(({ user_id }) => Object.entries(ids).find(([, id]) => id === user_id)?.[0] ?? '?').sort();
