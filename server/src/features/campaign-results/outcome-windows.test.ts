import type { CampaignOutcomes, CampaignRecipient } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { type OutcomeWorld, startOutcomeWorld } from './test-outcome-world.ts';

const [ann, ben, cid, dan, eve, finn, gil] = [1, 2, 3, 4, 5, 6, 7] as const;
const stars = (charge: string, total_amount: number) => ({
  currency: 'XTR',
  total_amount,
  telegram_payment_charge_id: charge,
  provider_payment_charge_id: '',
  invoice_payload: 'tea',
});
const paid = (charge: string, amount: number) => ({ successful_payment: stars(charge, amount) });
const refunded = (charge: string, amount: number) => ({ refunded_payment: stars(charge, amount) });
const delivery = { status: 'Done', messageId: 1 } as const;

/*
 * Everyone starts on 1 March 2024, 08:00 UTC; Gil pays 100 XTR (charge G) at 09:00. "Order" is the command /buy, worth
 * 5 EUR; "Sale" is sent by API. Campaign A goes to all but Finn, campaign B to Dan.
 *
 * | who  | A is delivered                | then                                                                    |
 * |------|-------------------------------|-------------------------------------------------------------------------|
 * | Ann  | 2 Mar 10:00                   | writes 2 Mar 10:00:00.000; /buy 2 Mar 12:00 and 9 Mar 09:59:59.999;      |
 * |      |                               | Sale 7 EUR 9 Mar 10:00:00.000, when seven days are over                 |
 * | Ben  | 2 Mar 10:00                   | pays 250 XTR 2 Mar 11:00; writes 3 Mar 10:00:00.000, when one day is     |
 * |      |                               | over; gets the 250 XTR back 4 Mar 12:00                                 |
 * | Cid  | 2 Mar 10:00 unknown, sent     | writes 2 Mar 11:00, between the two; Sale 12.50 EUR 2 Mar 12:00:00.000  |
 * |      | again and delivered 12:00     |                                                                         |
 * | Dan  | 3 Mar 10:00; B: 4 Mar 10:00   | writes 3 Mar 09:59:59.999, before; presses, edits, writes in a group,   |
 * |      |                               | sends data of a Mini App on 3 Mar 11:00; Sale 3 USD 4 Mar 09:30;        |
 * |      |                               | writes 4 Mar 12:00                                                      |
 * | Eve  | refused 2 Mar 10:00           | writes and /buy 2 Mar 11:00                                             |
 * | Finn | not a recipient               | writes and /buy 2 Mar 11:00                                             |
 * | Gil  | 2 Mar 10:00                   | gets the 100 XTR of before the campaign back 2 Mar 15:00                |
 */
let world: OutcomeWorld;
let a: number;
let b: number;
let order: number;
beforeAll(async () => {
  world = await startOutcomeWorld();
  const { send, sale, deliver } = world;
  order = await world.addTarget({
    name: 'Order',
    trigger: { kind: 'command', name: '/buy' },
    value: { kind: 'fixed', amount: 500, currency: 'EUR' },
  });
  await send(
    ...[ann, ben, cid, dan, eve, finn, gil].map((user) => ['01T08:00', user, { text: '/start' }] as const),
    ['01T09:00', gil, paid('G', 100)],
    ['02T10:00', ann, { text: 'hello' }],
    ['02T12:00', ann, { text: '/buy' }],
    ['09T09:59:59.999', ann, { text: '/buy' }],
    ['02T11:00', ben, paid('B', 250)],
    ['03T10:00', ben, { text: 'thanks' }],
    ['04T12:00', ben, refunded('B', 250)],
    ['02T11:00', cid, { text: 'what is it?' }],
    ['03T09:59:59.999', dan, { text: 'too early' }],
    ['03T11:00', dan, { is: 'callback_query', id: '1', data: 'menu', chat_instance: '1' }],
    ['03T11:00', dan, { is: 'edited_message', edit_date: 1_709_463_600, text: 'still too early' }],
    ['03T11:00', dan, { chat: { id: -9, type: 'group', title: 'Friends' }, text: 'look' }],
    ['03T11:00', dan, { web_app_data: { data: '{}', button_text: 'Shop' } }],
    ['04T12:00', dan, { text: 'now' }],
    ...[eve, finn].flatMap((user) => [
      ['02T11:00', user, { text: 'hello' }] as const,
      ['02T11:00', user, { text: '/buy' }] as const,
    ]),
    ['02T15:00', gil, refunded('G', 100)],
  );
  await sale('09T10:00', ann, 7, 'EUR');
  await sale('02T12:00', cid, 12.5, 'EUR');
  await sale('04T09:30', dan, 3, 'USD');

  a = await world.campaign(ann, ben, cid, dan, eve, gil);
  b = await world.campaign(dan);
  await deliver(a, '02T10:00', ann, delivery);
  await deliver(a, '02T10:00', ben, delivery);
  await deliver(a, '02T10:00', cid, { status: 'Error', reason: 'no_answer' });
  await deliver(a, '02T10:00', eve, { status: 'Error', reason: 'blocked' });
  await deliver(a, '02T10:00', gil, delivery);
  await deliver(a, '03T10:00', dan, delivery);
  await world.repeat(a);
  await deliver(a, '02T12:00', cid, delivery);
  await deliver(b, '04T10:00', dan, delivery);
}, 120_000);
afterAll(() => world.server.close());

type Currency = NonNullable<CampaignOutcomes['income']>['currencies'][number];
const money = (currency: string, payers: number, payments: number, amount: number): Currency => ({
  currency,
  payers,
  payments,
  amount,
});
/** Users and conversions of Sale, Telegram purchases and Order. */
const reached = (...counts: readonly (readonly [users: number, conversions: number])[]) =>
  [
    { target_id: 1, name: 'Sale' },
    { target_id: 2, name: 'Telegram purchases' },
    { target_id: order, name: 'Order' },
  ].map((target, index) => ({ ...target, users: counts[index]?.[0], conversions: counts[index]?.[1] }));

describe('the outcome after a user’s own delivery', () => {
  it.each([
    // Ann writes at her delivery. Ben's message is a day later to the millisecond, Dan's later still.
    // EUR: Ann 5 + Cid 12.50. XTR: Ben 250 − Gil 100.
    [
      1,
      1,
      4,
      [money('EUR', 2, 2, 1_750), money('USD', 1, 1, 300), money('XTR', 1, 1, 150)],
      [
        [2, 2],
        [1, 1],
        [1, 1],
      ],
    ],
    // Ben and Dan have written; Ben got a refund: −100 XTR.
    [
      3,
      3,
      4,
      [money('EUR', 2, 2, 1_750), money('USD', 1, 1, 300), money('XTR', 1, 1, -100)],
      [
        [2, 2],
        [1, 1],
        [1, 1],
      ],
    ],
    // Ann's second order, a millisecond before the end; not her sale at the end.
    [
      7,
      3,
      4,
      [money('EUR', 2, 3, 2_250), money('USD', 1, 1, 300), money('XTR', 1, 1, -100)],
      [
        [2, 2],
        [1, 1],
        [1, 2],
      ],
    ],
    // Her sale of 7 EUR.
    [
      14,
      3,
      4,
      [money('EUR', 2, 4, 2_950), money('USD', 1, 1, 300), money('XTR', 1, 1, -100)],
      [
        [3, 3],
        [1, 1],
        [1, 2],
      ],
    ],
    [
      30,
      3,
      4,
      [money('EUR', 2, 4, 2_950), money('USD', 1, 1, 300), money('XTR', 1, 1, -100)],
      [
        [3, 3],
        [1, 1],
        [1, 2],
      ],
    ],
  ] as const)('within %i days', async (days, replied, payers, currencies, targets) => {
    expect(await world.outcomes(a, days)).toEqual({
      days,
      delivered: 5,
      running: 0,
      replied,
      income: { payers, currencies },
      targets: reached(...targets),
    });
  });

  it('is that of seven days unless said', async () => {
    expect(await world.outcomes(a)).toEqual(await world.outcomes(a, 7));
  });

  it('counts for each campaign that reached the user before', async () => {
    // Dan's sale was before B; Dan wrote after both.
    expect(await world.outcomes(b, 1)).toEqual({
      days: 1,
      delivered: 1,
      running: 0,
      replied: 1,
      income: { payers: 0, currencies: [] },
      targets: reached([0, 0], [0, 0], [0, 0]),
    });
    expect(await world.users(a, 'replied', 3)).toContain(dan);
    expect(await world.users(b, 'replied', 3)).toEqual([dan]);
  });

  it('is the same when the past is rolled up', async () => {
    const before = await Promise.all([1, 7].map((days) => world.outcomes(a, days)));
    await world.server.services.store.rollUp(world.key, Date.parse('2024-03-05T00:00:00Z'));
    expect(await Promise.all([1, 7].map((days) => world.outcomes(a, days)))).toEqual(before);
    expect(await world.users(a, 'paid:XTR', 1)).toEqual([ben]);
  });

  it('is nothing of a campaign that reached nobody', async () => {
    const nobody = await world.campaign(ann);
    expect(await world.outcomes(nobody)).toEqual({
      days: 7,
      delivered: 0,
      running: 0,
      replied: 0,
      income: { payers: 0, currencies: [] },
      targets: reached([0, 0], [0, 0], [0, 0]),
    });
    expect(await world.users(nobody, 'replied')).toEqual([]);
  });
});

describe('the users behind a number', () => {
  it.each([
    ['replied', 1, [ann]],
    ['replied', 7, [ann, ben, dan]],
    ['paid', 1, [ann, ben, cid, dan]],
    ['paid:EUR', 1, [ann, cid]],
    // Gil only got money back.
    ['paid:XTR', 1, [ben]],
    ['paid:GBP', 30, []],
    ['target:1', 7, [cid, dan]],
    ['target:1', 14, [ann, cid, dan]],
    ['target:2', 7, [ben]],
  ] as const)('%s within %i days', async (outcome, days, users) => {
    expect(await world.users(a, outcome, days)).toEqual(users);
  });

  const idsInFile = async (id: number, query: string): Promise<string[]> => {
    const cookie = [...world.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = `${world.server.url}${world.botPath(`/campaigns/${id}/recipients.csv?${query}`)}`;
    const [, ...lines] = (await (await fetch(url, { headers: { cookie } })).text()).trim().split('\r\n');
    return lines.map((line) => line.split(',')[0] ?? '');
  };

  it('are in the file as well', async () => {
    expect(await idsInFile(a, 'outcome=paid:EUR&days=1')).toEqual([ann, cid].map(String));
  });

  it('are in the file however many there are', async () => {
    const userIds = Array.from({ length: 1_002 }, (_, index) => 10_001 + index);
    const id = await world.campaign(...userIds);
    const { metadata, store } = world.server.services;
    const deliveredAt = Date.parse('2024-03-04T10:00:00Z');
    const doneRow = { status: 'Done', finished_at: new Date(deliveredAt), message_id: 1 } as const;
    await metadata.db.updateTable('campaign_recipients').set(doneRow).where('campaign_id', '=', id).execute();
    const outcome = {
      bot: world.key,
      campaignId: id,
      status: 'Done',
      reason: '',
      at: deliveredAt,
      messageId: 1,
    } as const;
    await store.writeCampaignOutcomes(
      world.key,
      userIds.map((userId) => ({ ...outcome, userId })),
    );
    await world.send(...userIds.map((user) => ['04T11:00', user, { text: 'hello' }] as const));
    expect(await idsInFile(id, 'outcome=replied')).toEqual(userIds.map(String));
  });

  it('come in pages', async () => {
    const userIds = Array.from({ length: 51 }, (_, index) => 1_001 + index);
    const id = await world.campaign(...userIds);
    for (const user of userIds) await world.deliver(id, '05T10:00', user, delivery);
    await world.send(...userIds.map((user) => ['05T11:00', user, { text: 'hello' }] as const));
    type Page = { recipients: CampaignRecipient[]; next: number | null };
    const first = dataOf<Page>(await world.recipients(id, '?outcome=replied'));
    expect(first.recipients.map(({ user_id }) => user_id)).toEqual(userIds.slice(0, 50));
    expect(first.next).toBe(1_050);
    const second = dataOf<Page>(await world.recipients(id, '?outcome=replied&after=1050'));
    expect(second).toMatchObject({ recipients: [{ user_id: 1_051, status: 'Done' }], next: null });
  });
});

it('shows income and conversions to those who may see their reports', async () => {
  const grant = { email: 'stranger@example.com', role: null, keys: ['tasker.task.view', 'tasker.users.list'] };
  await world.owner.post(world.botPath('/permissions/grant'), grant);
  expect(await world.outcomes(a, 7, world.stranger)).toEqual({
    days: 7,
    delivered: 5,
    running: 0,
    replied: 3,
    income: null,
    targets: null,
  });
  const answerTo = async (outcome: string) =>
    errorOf(await world.recipients(a, `?outcome=${outcome}&days=7`, world.stranger));
  expect(await answerTo('replied')).toBe('200');
  expect(await answerTo('paid')).toBe('AccessDenied');
  expect(await answerTo('paid:EUR')).toBe('AccessDenied');
  expect(await answerTo('target:1')).toBe('AccessDenied');
});

it('names what is wrong with a question', async () => {
  const get = async (path: string) => errorOf(await world.owner.get(world.botPath(`/campaigns/${path}`)));
  expect(await get('999999/results/outcomes')).toBe('NotFound campaign_id');
  expect(await get(`${a}/results/outcomes?days=2`)).toBe('InvalidField days');
  expect(await get(`${a}/recipients?outcome=liked`)).toBe('InvalidField outcome');
  expect(await get(`${a}/recipients?outcome=target:99999`)).toBe('NotFound outcome');
});
