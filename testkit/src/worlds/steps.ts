import type { Actor, SimulatedEvent, Stage } from './actor.ts';
import * as updates from './updates.ts';

/** Something that a user does, or that happens to them. */
export type Step = (stage: Stage, actor: Actor, at: number) => SimulatedEvent;

const update = (timestamp: number, body: object, stage: Stage): SimulatedEvent => ({
  at: timestamp,
  what: 'update',
  update: { update_id: 500_000_000 + stage.number(), ...body },
});

const payloads = [
  '',
  'source-ads',
  'source-site_medium-mail',
  'source-ads_medium-mail',
  'medium-mail',
  'source-',
  'catalog',
  'promo',
  '_tgr_source-ads',
  'bizChat123',
];

/** Texts about commands: what is one and what is not differs by a letter. */
const texts = ['hello', 'Yes', 'order 12', '/help', '/HELP', '/help@shop_bot', '/buy now', '/', '//x', '/-x'];
const commands = ['/кнопка', '/a-b', '/5', '/_x', '/start-x', '/buy\nnow', 'see /buy', '/Help!'];
const buttons = ['menu', 'order:confirm', 'order:2', '🛒🛒🛒', 'back', 'ab'];

const content = (stage: Stage): object =>
  stage.dice.pick([
    { text: stage.dice.pick(texts) },
    { text: stage.dice.pick(texts) },
    { text: stage.dice.pick(commands) },
    { photo: [{ file_id: 'p', file_unique_id: 'p', width: 9, height: 9 }], caption: '/buy' },
    { sticker: { file_id: 's', file_unique_id: 's', width: 9, height: 9, type: 'regular' } },
    { web_app_data: { button_text: 'Open', data: '{}' } },
    { dice: { emoji: '🎲', value: 3 } },
    { pinned_message: { message_id: 1, date: 0, chat: { id: 1, type: 'private' } } },
  ]);

export const starts =
  (payload?: string): Step =>
  (stage, actor, timestamp) => {
    const word = payload ?? stage.dice.pick(payloads);
    const text = `${stage.dice.pick(['/start', '/start', '/Start', '/start@shop_bot'])} ${word}`.trim();
    return update(timestamp, updates.inPrivate(stage, actor, timestamp, { text }), stage);
  };

export const writes: Step = (stage, actor, timestamp) =>
  update(timestamp, updates.inPrivate(stage, actor, timestamp, content(stage)), stage);

export const writesInGroup: Step = (stage, actor, timestamp) => {
  const message = stage.dice.chance(0.2) ? { text: '/start ads' } : content(stage);
  return update(timestamp, updates.inGroup(stage, actor, timestamp, message), stage);
};

export const presses: Step = (stage, actor, timestamp) =>
  update(timestamp, updates.press(stage, actor, stage.dice.pick(buttons)), stage);
export const blocks: Step = (stage, actor, timestamp) =>
  update(timestamp, updates.blocking(stage, actor, timestamp), stage);
export const unblocks: Step = (stage, actor, timestamp) =>
  update(timestamp, updates.blocking(stage, actor, timestamp, true), stage);

/** The less usual kinds of action. */
export const doesSomethingElse: Step = (stage, actor, timestamp) => {
  const { dice } = stage;
  const body = dice.pick([
    () => updates.edit(stage, actor, timestamp, '/buy'),
    () => updates.inline(stage, actor, dice.pick(['sender', 'private', 'supergroup', 'channel'])),
    () => updates.chosenResult(stage, actor),
    () => updates.vote(stage, actor),
    () => updates.reaction(stage, actor, timestamp, dice.chance(0.5)),
    () => updates.joinRequest(stage, actor, timestamp),
    () => updates.checkout(stage, actor),
  ]);
  return update(timestamp, body(), stage);
};

/** An update that names the user, or none, and makes no bot user. */
export const standsBy: Step = (stage, actor, timestamp) => {
  const { dice } = stage;
  const body = dice.chance(0.1)
    ? updates.anonymous(stage, timestamp)
    : dice.pick(updates.bystanding)(stage, actor, timestamp);
  return update(timestamp, body, stage);
};

interface Payment {
  currency: string;
  total_amount: number;
  invoice_payload: string;
  telegram_payment_charge_id: string;
}

export const newPayment = ({ dice, number }: Stage): Payment => ({
  ...dice.pick([
    { currency: 'XTR', total_amount: 50 },
    { currency: 'EUR', total_amount: 1_999 },
  ]),
  invoice_payload: 'order',
  telegram_payment_charge_id: `charge${number()}`,
});

export const pays =
  (payment: Payment): Step =>
  (stage, actor, timestamp) =>
    update(timestamp, updates.inPrivate(stage, actor, timestamp, { successful_payment: payment }), stage);

export const isPaidBack =
  (payment: Payment): Step =>
  (stage, actor, timestamp) =>
    update(timestamp, updates.inPrivate(stage, actor, timestamp, { refunded_payment: payment }), stage);

/** Telegram refuses a message to them. */
export const isOutOfReach: Step = (_stage, { id }, timestamp) => ({
  at: timestamp,
  what: 'call',
  method: 'sendMessage',
  params: { chat_id: id, text: 'News' },
  response: { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' },
});

/** Telegram does not let the bot write first, does not know the chat, or knows that the account is gone. */
export const isUnknownToIt: Step = (stage, { id }, timestamp) => {
  const { error_code, description } = stage.dice.pick([
    { error_code: 403, description: "Forbidden: bot can't initiate conversation with a user" },
    { error_code: 400, description: 'Bad Request: chat not found' },
    { error_code: 400, description: 'Bad Request: message text is empty' },
    { error_code: 403, description: 'Forbidden: user is deactivated' },
  ]);
  const method = stage.dice.pick(['sendMessage', 'copyMessage', 'sendChatAction']);
  return {
    at: timestamp,
    what: 'call',
    method,
    params: { chat_id: id, text: 'News' },
    response: { ok: false, error_code, description },
  };
};

/** Allows the bot to write without having started it. */
export const allowsWriting: Step = (stage, actor, timestamp) =>
  update(
    timestamp,
    updates.inPrivate(stage, actor, timestamp, { write_access_allowed: { web_app_name: 'shop' } }),
    stage,
  );

export const isWrittenTo: Step = (stage, { id }, timestamp) => ({
  at: timestamp,
  what: 'call',
  method: stage.dice.pick(['sendMessage', 'editMessageText', 'getChat', 'answerCallbackQuery']),
  params: { chat_id: id, text: 'News' },
  response: {
    ok: true,
    result: { message_id: stage.number(), date: Math.floor(timestamp / 1_000), chat: { id, type: 'private' } },
  },
});

/** A conversion sent by API, of any of the first targets; sometimes with money, sometimes below zero. */
export const converts: Step = ({ dice }, { id: userId }, timestamp) => {
  const worth = dice.pick([
    {},
    { value: 12.5, unit: 'EUR' },
    { value: 700, unit: 'JPY' },
    { value: -12.5, unit: 'eur' },
    { value: 0, unit: 'USD' },
  ]);
  return { at: timestamp, what: 'conversion', target: dice.between(0, 5), userId, ...worth };
};
