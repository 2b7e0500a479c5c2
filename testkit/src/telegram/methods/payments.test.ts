import type { Update } from '@botscope/server/simulation/users/telegram-types.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SimulatedUser } from '../../user.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from '../server.ts';
import type { SimulatedBot } from '../simulated-bot.ts';
import { callMethod } from '../test-client.ts';

let telegram: SimulatedTelegram;
let bot: SimulatedBot;
let anna: SimulatedUser;
const call = (method: string, parameters: Record<string, unknown> = {}) =>
  callMethod({ url: telegram.url, token: bot.token }, method, parameters);
const rejection = async (method: string, parameters: Record<string, unknown> = {}) =>
  (await call(method, parameters)).body.description;
const stars = (amount: number) => ({
  title: 'Shoes',
  description: 'Red ones',
  payload: 'order-1',
  currency: 'XTR',
  prices: [{ label: 'Shoes', amount }],
});

beforeEach(async () => {
  telegram = await startSimulatedTelegram();
  bot = telegram.addBot({ username: 'shop_bot', first_name: 'Shop' });
  anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
});
afterEach(() => telegram.stop());

test('an invoice in Stars, and what makes it invalid', async () => {
  const chat_id = anna.user.id;
  expect((await call('sendInvoice', { chat_id, ...stars(50) })).body.result).toMatchObject({
    invoice: { title: 'Shoes', description: 'Red ones', start_parameter: '', currency: 'XTR', total_amount: 50 },
    reply_markup: { inline_keyboard: [[{ text: 'Pay ⭐️50', pay: true }]] },
  });
  const broken: [Record<string, unknown>, string][] = [
    [{ provider_token: 'x:y' }, 'PAYMENT_PROVIDER_INVALID'],
    [{ payload: 'x'.repeat(129) }, 'INVOICE_PAYLOAD_INVALID'],
    [{ prices: [...stars(1).prices, ...stars(2).prices] }, 'STARS_INVOICE_INVALID'],
    [{ currency: 'stars' }, 'CURRENCY_INVALID'],
    [{ title: '' }, 'INVOICE_TITLE_INVALID'],
    [
      { reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] } },
      'the first button must be a Pay button',
    ],
  ];
  for (const [change, reason] of broken) {
    expect(await rejection('sendInvoice', { chat_id, ...stars(50), ...change })).toBe(`Bad Request: ${reason}`);
  }
  expect((await call('createInvoiceLink', { ...stars(5), subscription_period: 2_592_000 })).body.result).toMatch(
    /^https:\/\/t\.me\/\$[\w-]{16}$/,
  );
  expect(await rejection('createInvoiceLink', { ...stars(5), subscription_period: 60 })).toBe(
    'Bad Request: SUBSCRIPTION_PERIOD_INVALID',
  );
});

test('a payment is given back once, and the bot hears of it', async () => {
  const { pre_checkout_query } = anna.pays({ amount: 50, currency: 'XTR', payload: 'order-1' });
  await call('answerPreCheckoutQuery', { pre_checkout_query_id: pre_checkout_query.id, ok: true });
  const updates = (await call('getUpdates')).body.result as Update[];
  const paid = updates.at(-1)?.message?.successful_payment;
  const charge = { user_id: anna.user.id, telegram_payment_charge_id: paid?.telegram_payment_charge_id };
  expect((await call('refundStarPayment', charge)).body.result).toBe(true);
  const after = (await call('getUpdates', { offset: updates.at(-1)!.update_id + 1 })).body.result as Update[];
  expect(after.map(({ message }) => message?.refunded_payment)).toEqual([
    { currency: 'XTR', total_amount: 50, invoice_payload: 'order-1', telegram_payment_charge_id: expect.any(String) },
  ]);
  expect(await rejection('refundStarPayment', charge)).toBe('Bad Request: CHARGE_ALREADY_REFUNDED');
  expect(await rejection('refundStarPayment', { ...charge, telegram_payment_charge_id: 'x' })).toBe(
    'Bad Request: CHARGE_NOT_FOUND',
  );
});

test('a shipping query is answered once, with options', async () => {
  const query = { id: '77', from: anna.user, invoice_payload: 'order-1', shipping_address: address };
  bot.receives({ shipping_query: query });
  const yes = { shipping_query_id: '77', ok: true };
  expect(await rejection('answerShippingQuery', yes)).toBe('Bad Request: there are no shipping options');
  const options = [{ id: 'post', title: 'Post', prices: [{ label: 'Post', amount: 100 }] }];
  expect((await call('answerShippingQuery', { ...yes, shipping_options: options })).body.result).toBe(true);
  expect(await rejection('answerShippingQuery', { ...yes, shipping_options: options })).toMatch(/query is too old/);
});

const address = {
  country_code: 'DE',
  state: '',
  city: 'Berlin',
  street_line1: 'Street 1',
  street_line2: '',
  post_code: '10115',
};
