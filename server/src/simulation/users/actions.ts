import { type MediaKind, mediaContent } from './media.ts';
import { newMessage, privateChat, type Scene, textContent } from './scene.ts';
import type { Chat, ChatMember, ChatMemberUpdated, Message, PreCheckoutQuery, UpdateBody } from './telegram-types.ts';

/** A text or command written in a chat. */
export function writesText(scene: Scene, text: string, chat?: Chat): { message: Message } {
  return { message: newMessage(scene, textContent(text), chat) };
}

/** Media, a place or a contact sent in private. */
export function sendsMedia(scene: Scene, kind: MediaKind, caption?: string): { message: Message } {
  const content = mediaContent(scene.random, kind);
  return { message: newMessage(scene, caption === undefined ? content : { ...content, caption }) };
}

/** Edits the text of a message; `date` stays, `edit_date` is the time of the edit. */
export function editsText(scene: Scene, original: Message, text: string): { edited_message: Message } {
  const { entities: _replaced, ...rest } = original;
  return { edited_message: { ...rest, edit_date: scene.date, ...textContent(text) } };
}

/** A message of the bot that bears one button, for worlds in which no real bot has sent it. */
export function messageWithButton(scene: Scene, data: string): Message {
  const chat = privateChat(scene.user);
  return {
    message_id: scene.nextMessageId(chat.id),
    from: scene.bot,
    chat,
    date: scene.date,
    text: 'Choose:',
    reply_markup: { inline_keyboard: [[{ text: data, callback_data: data }]] },
  };
}

/** A press on a callback button of `message`. `data` has 1 to 64 bytes, else Telegram would not have shown the button. */
export function pressesButton(scene: Scene, data: string, message: Message): UpdateBody {
  const bytes = Buffer.byteLength(data);
  if (bytes < 1 || bytes > 64) throw new Error(`callback data must have 1 to 64 bytes, "${data}" has ${bytes}`);
  return {
    callback_query: {
      id: scene.random.digits(18),
      from: scene.user,
      message,
      chat_instance: String(-(message.chat.id * 7_919 + 104_729)),
      data,
    },
  };
}

/** An inline query typed somewhere behind the bot's @name. */
export function sendsInlineQuery(scene: Scene, query: string): UpdateBody {
  const id = scene.random.digits(18);
  return { inline_query: { id, from: scene.user, chat_type: 'sender', query, offset: '' } };
}

/** One of the inline results was chosen. */
export function choosesInline(scene: Scene, query: string, resultId: string): UpdateBody {
  return { chosen_inline_result: { from: scene.user, query, result_id: resultId } };
}

/** A vote in a non-anonymous poll; no options means that the vote was taken back. */
export function answersPoll(scene: Scene, pollId: string, options: readonly number[]): UpdateBody {
  const option_persistent_ids = options.map((option) => `option-${option}`);
  return { poll_answer: { poll_id: pollId, user: scene.user, option_ids: [...options], option_persistent_ids } };
}

/** An emoji reaction on a message in private; sent to a bot only if it asked for `message_reaction`. */
export function reactsTo(scene: Scene, messageId: number, emoji: string): UpdateBody {
  return {
    message_reaction: {
      chat: privateChat(scene.user),
      message_id: messageId,
      user: scene.user,
      date: scene.date,
      old_reaction: [],
      new_reaction: [{ type: 'emoji', emoji }],
    },
  };
}

/** `amount` counts the currency's smallest unit, whole Stars for `XTR`. */
export interface Purchase {
  amount: number;
  currency: string;
  payload: string;
}

/** The question before the money moves; a bot has to answer it within ten seconds. */
export function startsCheckout(scene: Scene, purchase: Purchase): { pre_checkout_query: PreCheckoutQuery } {
  return {
    pre_checkout_query: {
      id: scene.random.digits(18),
      from: scene.user,
      currency: purchase.currency,
      total_amount: purchase.amount,
      invoice_payload: purchase.payload,
    },
  };
}

/** The service message of a finished payment. */
export function completesPayment(scene: Scene, purchase: Purchase): { message: Message } {
  const isStars = purchase.currency === 'XTR';
  const successful_payment = {
    currency: purchase.currency,
    total_amount: purchase.amount,
    invoice_payload: purchase.payload,
    telegram_payment_charge_id: isStars
      ? `stx${scene.random.token(60)}`
      : `${scene.random.digits(10)}_${scene.user.id}`,
    provider_payment_charge_id: isStars ? `${scene.user.id}_${scene.random.digits(2)}` : scene.random.token(24),
  };
  return { message: newMessage(scene, { successful_payment }) };
}

/** Data sent by a Mini App that was opened from a reply-keyboard button. */
export function sendsMiniAppData(scene: Scene, data: string, buttonText = 'Open the shop'): { message: Message } {
  return { message: newMessage(scene, { web_app_data: { button_text: buttonText, data } }) };
}

/** A request to join a chat whose administrator the bot is. */
export function requestsToJoin(scene: Scene, chat: Chat): UpdateBody {
  const { user: from, date } = scene;
  return { chat_join_request: { chat, from, user_chat_id: from.id, date } };
}

/** The user stopped the bot: `member` becomes `kicked` in the private chat. */
export function blocksBot(scene: Scene): UpdateBody {
  return { my_chat_member: membershipChange(scene, 'member', 'kicked') };
}

/** The user lets the bot write again: `kicked` becomes `member`. */
export function unblocksBot(scene: Scene): UpdateBody {
  return { my_chat_member: membershipChange(scene, 'kicked', 'member') };
}

function membershipChange(scene: Scene, from: 'member' | 'kicked', to: 'member' | 'kicked'): ChatMemberUpdated {
  const member = (status: 'member' | 'kicked'): ChatMember =>
    status === 'kicked' ? { user: scene.bot, status, until_date: 0 } : { user: scene.bot, status };
  return {
    chat: privateChat(scene.user),
    from: scene.user,
    date: scene.date,
    old_chat_member: member(from),
    new_chat_member: member(to),
  };
}
