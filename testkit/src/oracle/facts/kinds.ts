import type { ActionType } from '../words.ts';

/** Rules for a kind of update, from the law and Telegram's documentation. */
export interface KindOfUpdate {
  /** Paths to the user, the chat, and Telegram's own date (Unix seconds). */
  user?: readonly string[];
  chat?: readonly string[];
  dates?: readonly (readonly string[])[];
  /** An action of this type if a user is behind it; `content`: of what the message carries. None: no action. */
  action?: ActionType | 'content';
}

const chat = ['chat'];
const from = ['from'];
const date = [['date']];
const edited = [['edit_date'], ['date']];
const query = { user: from };

export const kindsOfUpdates: Readonly<Record<string, KindOfUpdate>> = {
  message: { user: from, chat, dates: date, action: 'content' },
  edited_message: { user: from, chat, dates: edited, action: 'edited' },
  channel_post: { user: from, chat, dates: date },
  edited_channel_post: { user: from, chat, dates: edited },
  business_connection: { user: ['user'], dates: date },
  business_message: { user: from, chat, dates: date },
  edited_business_message: { user: from, chat, dates: edited },
  deleted_business_messages: { chat },
  guest_message: { user: from, chat, dates: date, action: 'content' },
  message_reaction: { user: ['user'], chat, dates: date, action: 'reaction' },
  message_reaction_count: { chat, dates: date },
  inline_query: { ...query, action: 'inline' },
  chosen_inline_result: { ...query, action: 'inline' },
  callback_query: { ...query, chat: ['message', 'chat'], action: 'button' },
  shipping_query: { ...query, action: 'payment' },
  pre_checkout_query: { ...query, action: 'payment' },
  purchased_paid_media: { ...query, action: 'payment' },
  poll: {},
  poll_answer: { user: ['user'], action: 'poll' },
  my_chat_member: { user: from, chat, dates: date },
  chat_member: { user: from, chat, dates: date },
  chat_join_request: { user: from, chat, dates: date, action: 'join_request' },
  chat_boost: { user: ['boost', 'source', 'user'], chat, dates: [['boost', 'add_date']] },
  removed_chat_boost: { user: ['source', 'user'], chat, dates: [['remove_date']] },
  managed_bot: { user: ['user'] },
  subscription: { user: ['user'] },
  stopped_message_generation: { chat },
};

/** Types of messages by the field that they carry; the first that is there decides. */
export const contents: readonly (readonly [field: string, type: ActionType])[] = [
  ['successful_payment', 'payment'],
  ['web_app_data', 'webapp'],
  ['text', 'text'],
  ['animation', 'animation'],
  ['audio', 'audio'],
  ['voice', 'voice'],
  ['video', 'video'],
  ['video_note', 'video_note'],
  ['photo', 'photo'],
  ['sticker', 'sticker'],
  ['document', 'document'],
  ['contact', 'contact'],
  ['location', 'location'],
  ['poll', 'poll'],
  ['new_chat_members', 'service'],
  ['left_chat_member', 'service'],
  ['pinned_message', 'service'],
  ['write_access_allowed', 'service'],
];
