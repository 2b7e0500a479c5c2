import { newMessage } from '@botscope/server/simulation/users/scene.ts';
import type { InlineKeyboard } from '@botscope/server/simulation/users/telegram-types.ts';
import { badRequest } from '../errors.ts';
import { type Method, toAnswer } from '../method.ts';
import { isRecord, type Params } from '../params.ts';
import { readInlineKeyboard } from '../reply-markup.ts';
import { post, secondsNow } from './send-message.ts';

/** The only length of a subscription that Telegram knows: thirty days. */
const subscriptionSeconds = 2_592_000;

export const sendInvoice: Method = (call) => {
  const { params, bot } = call;
  bot.chats.writable(params.text('chat_id'));
  const invoice = readInvoice(params);
  const keyboard = readInlineKeyboard(params) ?? payButton(invoice);
  if (keyboard.inline_keyboard[0]?.[0]?.pay !== true) throw badRequest('the first button must be a Pay button');
  return toAnswer(post(call, { invoice, reply_markup: keyboard }));
};

export const createInvoiceLink: Method = ({ bot, params }) => {
  const { currency } = readInvoice(params);
  const period = params.integer('subscription_period', 0);
  if (period !== 0 && (period !== subscriptionSeconds || currency !== 'XTR')) {
    throw badRequest('SUBSCRIPTION_PERIOD_INVALID');
  }
  return toAnswer(`https://t.me/$${bot.random.token(16)}`);
};

/** Gives Stars back; the user's chat with the bot then shows a service message about it. */
export const refundStarPayment: Method = ({ bot, params, server }) => {
  const chat = bot.chats.find(params.text('user_id')).chat;
  const payment = bot.payments.refund(chat.id, params.text('telegram_payment_charge_id'));
  const user = { id: chat.id, is_bot: false, first_name: chat.first_name ?? '' };
  const { provider_payment_charge_id: _provider, ...refunded_payment } = payment;
  const { random, chats } = bot;
  const scene = { user, bot: bot.user, date: secondsNow(bot), random, nextMessageId: chats.nextMessageId };
  server.deliver(bot, { message: newMessage(scene, { refunded_payment }, chat) });
  return toAnswer(true);
};

interface Invoice {
  title: string;
  description: string;
  start_parameter: string;
  currency: string;
  total_amount: number;
}

function readInvoice(params: Params): Invoice {
  const [title, description, currency] = [params.text('title'), params.text('description'), params.text('currency')];
  if (title.length < 1 || title.length > 32) throw badRequest('INVOICE_TITLE_INVALID');
  if (description.length < 1 || description.length > 255) throw badRequest('INVOICE_DESCRIPTION_INVALID');
  const payload = Buffer.byteLength(params.text('payload'));
  if (payload < 1 || payload > 128) throw badRequest('INVOICE_PAYLOAD_INVALID');
  if (!/^[A-Z]{3}$/.test(currency)) throw badRequest('CURRENCY_INVALID');
  const amounts = readPrices(params);
  const isStars = currency === 'XTR';
  if (isStars && amounts.length !== 1) throw badRequest('STARS_INVOICE_INVALID');
  // Goods in Stars are paid to Telegram itself; everything else needs a provider.
  if ((params.text('provider_token') === '') !== isStars) throw badRequest('PAYMENT_PROVIDER_INVALID');
  const total_amount = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total_amount <= 0) throw badRequest('CURRENCY_TOTAL_AMOUNT_INVALID');
  return { title, description, start_parameter: params.text('start_parameter'), currency, total_amount };
}

function readPrices(params: Params): number[] {
  const prices = params.json('prices', 'prices');
  if (!Array.isArray(prices)) throw badRequest('expected an Array of labeled prices');
  return prices.map((price) => {
    if (!isRecord(price) || typeof price.label !== 'string' || !Number.isInteger(Number(price.amount))) {
      throw badRequest("can't parse labeled price: LabeledPrice must have a label and an amount");
    }
    return Number(price.amount);
  });
}

function payButton({ currency, total_amount }: Invoice): InlineKeyboard {
  const amount = currency === 'XTR' ? `⭐️${total_amount}` : `${(total_amount / 100).toFixed(2)} ${currency}`;
  return { inline_keyboard: [[{ text: `Pay ${amount}`, pay: true }]] };
}
