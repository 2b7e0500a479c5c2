/** The parts of Telegram's objects that the simulation writes, with Telegram's own field names. */
export interface User {
  id: number;
  is_bot: boolean;
  first_name: string;
  last_name?: string;
  username?: string;
  language_code?: string;
  /** Telegram sends the field only when it is true. */
  is_premium?: true;
}

export interface Chat {
  id: number;
  type: 'private' | 'group' | 'supergroup' | 'channel';
  title?: string;
  username?: string;
  first_name?: string;
  last_name?: string;
}

export interface MessageEntity {
  type: string;
  offset: number;
  length: number;
  url?: string;
}

export interface InlineButton {
  text: string;
  callback_data?: string;
  url?: string;
  pay?: boolean;
}

export interface InlineKeyboard {
  inline_keyboard: InlineButton[][];
}

export interface FileInfo {
  file_id: string;
  file_unique_id: string;
  file_size?: number;
}

/** A message; content fields beside `text` (photo, voice, …) are open because the simulation only passes them on. */
export interface Message {
  message_id: number;
  from?: User;
  chat: Chat;
  /** Seconds since 1970. */
  date: number;
  edit_date?: number;
  text?: string;
  caption?: string;
  entities?: MessageEntity[];
  reply_markup?: InlineKeyboard;
  successful_payment?: SuccessfulPayment;
  [content: string]: unknown;
}

export interface CallbackQuery {
  id: string;
  from: User;
  message?: Message;
  inline_message_id?: string;
  chat_instance: string;
  data: string;
}

export interface ChatMember {
  user: User;
  status: 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked';
  until_date?: number;
}

export interface ChatMemberUpdated {
  chat: Chat;
  from: User;
  date: number;
  old_chat_member: ChatMember;
  new_chat_member: ChatMember;
}

export interface Reaction {
  type: 'emoji';
  emoji: string;
}

export interface PreCheckoutQuery {
  id: string;
  from: User;
  currency: string;
  total_amount: number;
  invoice_payload: string;
}

export interface ShippingQuery {
  id: string;
  from: User;
  invoice_payload: string;
  shipping_address: {
    country_code: string;
    state: string;
    city: string;
    street_line1: string;
    street_line2: string;
    post_code: string;
  };
}

export interface SuccessfulPayment {
  currency: string;
  total_amount: number;
  invoice_payload: string;
  telegram_payment_charge_id: string;
  provider_payment_charge_id: string;
}

/** Content of an update beside its number: exactly one of these. */
export interface UpdateBody {
  message?: Message;
  edited_message?: Message;
  channel_post?: Message;
  edited_channel_post?: Message;
  callback_query?: CallbackQuery;
  inline_query?: { id: string; from: User; chat_type?: string; query: string; offset: string };
  chosen_inline_result?: { result_id: string; from: User; query: string; inline_message_id?: string };
  shipping_query?: ShippingQuery;
  pre_checkout_query?: PreCheckoutQuery;
  poll_answer?: { poll_id: string; user: User; option_ids: number[]; option_persistent_ids: string[] };
  message_reaction?: {
    chat: Chat;
    message_id: number;
    user: User;
    date: number;
    old_reaction: Reaction[];
    new_reaction: Reaction[];
  };
  my_chat_member?: ChatMemberUpdated;
  chat_join_request?: { chat: Chat; from: User; user_chat_id: number; date: number; bio?: string };
}

/** An update as a bot receives it. */
export interface Update extends UpdateBody {
  update_id: number;
}

/** An update and the moment at which the bot received it: one item of a pushed batch. */
export interface DatedUpdate {
  /** ISO 8601 in UTC with milliseconds. */
  date: string;
  update: Update;
}

/** Names of the update kinds that Telegram leaves out unless a bot asks for them. */
export const offByDefault: readonly string[] = ['chat_member', 'message_reaction', 'message_reaction_count'];
