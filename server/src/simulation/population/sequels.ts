import { selectCountries } from '../data/countries.ts';
import { appEvents, appLinks, appPaths, apps } from '../data/mini-app.ts';
import { phrasesFor } from '../data/phrases.ts';
import { menuMessage, sectionMessage } from '../data/shop-menu.ts';
import { createRandom, type Random } from '../random.ts';
import { dayMs } from '../time.ts';
import { type AppHit, appLaunch } from '../users/app-hits.ts';
import { type SiteVisitHit, siteVisit } from '../users/site-visits.ts';
import type { CallbackQuery, DatedUpdate, Message, SuccessfulPayment, User } from '../users/telegram-types.ts';
import { newVisitor } from './visitor.ts';

/** A call of the bot, as the bot itself would report it. */
export interface BotCall {
  method: string;
  params: Record<string, unknown>;
  status: number;
  response: unknown;
}

/** A sale that the shop's own code reports. */
export interface Sale {
  userId: number;
  /** Smallest unit. */
  amount: number;
  currency: string;
}

/** Event around a bot, with its moment (ISO): updates that follow from others, hits, calls and sales. */
export type Happening =
  | DatedUpdate
  | { date: string; hit: AppHit }
  | { date: string; siteHit: SiteVisitHit }
  | { date: string; call: BotCall }
  | { date: string; sale: Sale };

/** Mini App strangers have ids above all others. */
const strangers = 8_000_000_000;
/** Numbers of updates that follow from others lie apart, so that the world's own stay as they are. */
const refundNumbers = 700_000_000;
const friendNumbers = [350_000_000, 400_000_000] as const;
const group = { id: -1_002_100_200_300, type: 'supergroup', title: 'Sneaker swap' } as const;
const catalogue = 'catalog';
const pay = 'pay';
/** Presses that the bot answers with a call of its own; the others change nothing that users would wait for. */
const answeredPresses = new Set([catalogue, pay, 'cart', 'orders']);

/** Returns the sequels of an update: the bot's answer, visits to its Mini App, sales. They are always the same. */
export function generateSequels(item: DatedUpdate): Happening[] {
  const { update } = item;
  const random = createRandom(`sequels/${update.update_id}`);
  const time = Date.parse(item.date);
  const { message, callback_query: press } = update;
  if (press) {
    return [
      ...(answeredPresses.has(press.data) ? answerToPress(random, time, press.id) : []),
      ...changeOfMenu(update.update_id, time, press),
      ...(press.data === catalogue && random.chance(0.35) ? appVisit(random, time, press.from) : []),
      ...(press.data === pay && random.chance(0.5) ? sale(random, time, press.from) : []),
    ];
  }
  if (update.chosen_inline_result) return friendUsesInline(item);
  if (!message?.from) return [];
  const refunds = message.successful_payment && random.chance(0.05) ? refund(random, time, item, message) : [];
  const isLaunch = message.text?.startsWith('/start') === true;
  return [
    ...answerToMessage(random, time, message),
    ...refunds,
    // A friend who hears of the shop opens the Mini App alone, and never writes to the bot.
    ...(isLaunch && random.chance(0.06) ? appVisit(random, time, stranger(random)) : []),
    ...(isLaunch ? websiteVisit(createRandom(`site/${update.update_id}`), time) : []),
    ...(isLaunch ? friendInGroup(item) : []),
  ];
}

const dated = (time: number): string => new Date(time).toISOString();

function answerToPress(random: Random, time: number, id: string): Happening[] {
  const call = { method: 'answerCallbackQuery', params: { callback_query_id: id }, status: 200, response: true };
  return [{ date: dated(time + random.between(200, 900)), call }];
}

function answerToMessage(random: Random, time: number, { chat, from, message_id, text }: Message): Happening[] {
  const sentAt = time + random.between(300, 1_500);
  const answer = menuMessage(from?.language_code, text?.startsWith('/start') === true);
  const response = { message_id: message_id + 1, chat, date: Math.floor(sentAt / 1_000), ...answer };
  const params = { chat_id: chat.id, ...answer };
  return [{ date: dated(sentAt), call: { method: 'sendMessage', params, status: 200, response } }];
}

/** The menu message is edited to show the requested section. */
function changeOfMenu(updateId: number, time: number, { data, from, message }: CallbackQuery): Happening[] {
  const section = sectionMessage(data, from.language_code);
  if (section === null || message === undefined) return [];
  const edited = time + createRandom(`edit/${updateId}`).between(250, 1_200);
  const { message_id, chat, date } = message;
  const response = { message_id, chat, date, edit_date: Math.floor(edited / 1_000), ...section };
  const params = { chat_id: chat.id, message_id, ...section };
  return [{ date: dated(edited), call: { method: 'editMessageText', params, status: 200, response } }];
}

function appVisit(random: Random, after: number, from: User): Happening[] {
  // A user has the same phone every time.
  const { platform, versions } = createRandom(`app/${from.id}`).weighted(apps);
  const country = createRandom(`country/${from.id}`).weighted(selectCountries(from.language_code ?? ''));
  const launch = createRandom(`launch/${from.id}/${after}`).digits(32);
  // Users who came by the bot's chat have it open; some of the others allow it to write when they open the app.
  const allowsWriting = from.id < strangers || createRandom(`allows/${from.id}`).chance(0.3);
  const app = { from, platform, version: random.pick(versions), launch, country, allowsWriting };
  const startapp = random.weighted(appLinks);
  let time = after + random.between(1_000, 6_000);
  const opening = {
    ...app,
    name: appLaunch,
    path: appPaths[appLaunch],
    ...(startapp !== '' && { start_param: startapp }),
  };
  const visit: Happening[] = [{ date: dated(time), hit: opening }];
  while (visit.length < 20 && random.chance(0.72)) {
    time += 1_500 + Math.ceil(random.waiting(25_000));
    const name = random.weighted(appEvents);
    visit.push({ date: dated(time), hit: { ...app, name, path: appPaths[name] } });
  }
  return visit;
}

/** While some come to the bot, others look at the shop's website. */
function websiteVisit(random: Random, after: number): Happening[] {
  if (!random.chance(0.5)) return [];
  const visit = siteVisit(random, after + random.between(1_000, 600_000), 'demo_bot');
  return visit.map(({ at, hit: siteHit }) => ({ date: dated(at), siteHit }));
}

function stranger(random: Random): User {
  return newVisitor(random, strangers + Number(random.digits(9)), { payload: '', bounce: 0 }).user;
}

/** A friend in the chat where an item was shown looks for one, too, and never opens the bot. */
function friendUsesInline({ date, update }: DatedUpdate): Happening[] {
  const random = createRandom(`friend/${update.update_id}`);
  if (!random.chance(0.15)) return [];
  const from = stranger(random);
  const time = Date.parse(date) + random.between(20_000, 900_000);
  const query = random.pick(phrasesFor(from.language_code).inline);
  const inline = { id: random.digits(18), from, chat_type: 'supergroup', query, offset: '' };
  const chooses = { from, query, result_id: `item-${random.between(1, 12)}` };
  const [first, second] = friendNumbers;
  return [
    { date: dated(time), update: { update_id: update.update_id + first, inline_query: inline } },
    { date: dated(time + 4_000), update: { update_id: update.update_id + second, chosen_inline_result: chooses } },
  ];
}

/** The bot is in a group of customers; some of its members write to it there alone. */
function friendInGroup({ date, update }: DatedUpdate): Happening[] {
  const random = createRandom(`group/${update.update_id}`);
  if (!random.chance(0.02)) return [];
  const time = Date.parse(date) + random.between(60_000, 3_600_000);
  const words = { text: '/menu@demo_bot', entities: [{ type: 'bot_command' as const, offset: 0, length: 14 }] };
  const message_id = 1 + (update.update_id % 1_000_000);
  const message = { message_id, from: stranger(random), chat: group, date: Math.floor(time / 1_000), ...words };
  return [{ date: dated(time), update: { update_id: update.update_id + friendNumbers[0], message } }];
}

function sale(random: Random, time: number, { id: userId }: User): Happening[] {
  const amount = 100 * random.between(9, 140) + 90;
  return [{ date: dated(time + random.between(40_000, 400_000)), sale: { userId, amount, currency: 'EUR' } }];
}

function refund(random: Random, time: number, { update }: DatedUpdate, message: Message): Happening[] {
  const { from, chat, successful_payment } = message;
  if (!from || !successful_payment) return [];
  const { currency, total_amount, invoice_payload, telegram_payment_charge_id }: SuccessfulPayment = successful_payment;
  const refundedAt = time + Math.ceil(random.waiting(2 * dayMs)) + 60_000;
  const refunded_payment = { currency, total_amount, invoice_payload, telegram_payment_charge_id };
  const body = {
    message_id: message.message_id + 1,
    from,
    chat,
    date: Math.floor(refundedAt / 1_000),
    refunded_payment,
  };
  return [{ date: dated(refundedAt), update: { update_id: update.update_id + refundNumbers, message: body } }];
}
