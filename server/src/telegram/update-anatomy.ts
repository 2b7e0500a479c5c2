import { type ActionType, type EventKind, type UpdateKind, updateKinds } from '@botscope/contract';
import { isObject, type JsonObject } from './json.ts';

type Path = readonly string[];

interface Anatomy {
  /** Path of the user behind it; absent for kinds that name none. */
  user?: Path;
  /** True for kinds that Telegram sends without a user too: posts of channels, boosts that nobody has claimed yet. */
  mayLackUser?: true;
  chat?: Path;
  /** Paths of Telegram's own date, in Unix seconds; the first that has one counts. */
  dates?: readonly Path[];
  /** False where the date is that of something older which the update changes: it says nothing about our clock. */
  isDateOfUpdate?: false;
  /** Type of its event; `content`: what the message carries. Absent for events that have none. */
  type?: ActionType | 'content';
  /** Whether it is an action when a user is behind it. */
  isAction?: true;
}

const message: Anatomy = { user: ['from'], chat: ['chat'], dates: [['date']] };
const content: Anatomy = { ...message, type: 'content' };
const edited: Anatomy = { ...message, dates: [['edit_date'], ['date']], type: 'edited' };
const query: Anatomy = { user: ['from'], isAction: true };

/**
 * Everything about each update kind of Bot API 10.3. docs/metrics.md says what an action is: business traffic is other
 * users' conversation, and channel posts address nobody in particular, so they have a content and are no actions.
 */
const anatomies: Readonly<Record<UpdateKind, Anatomy>> = {
  message: { ...content, isAction: true },
  edited_message: { ...edited, isAction: true },
  channel_post: { ...content, mayLackUser: true },
  edited_channel_post: { ...edited, mayLackUser: true },
  business_connection: { user: ['user'], dates: [['date']], isDateOfUpdate: false },
  business_message: content,
  edited_business_message: edited,
  deleted_business_messages: { chat: ['chat'] },
  guest_message: { ...content, isAction: true },
  message_reaction: { user: ['user'], chat: ['chat'], dates: [['date']], type: 'reaction', isAction: true },
  message_reaction_count: { chat: ['chat'], dates: [['date']] },
  inline_query: { ...query, type: 'inline' },
  chosen_inline_result: { ...query, type: 'inline' },
  // The message is the bot's own, and its date is not that of the press.
  callback_query: { ...query, chat: ['message', 'chat'], type: 'button' },
  shipping_query: { ...query, type: 'payment' },
  pre_checkout_query: { ...query, type: 'payment' },
  purchased_paid_media: { ...query, type: 'payment' },
  poll: {},
  poll_answer: { user: ['user'], type: 'poll', isAction: true },
  my_chat_member: message,
  // `from` did it; the member it happened to is in `new_chat_member`.
  chat_member: message,
  chat_join_request: { ...message, type: 'join_request', isAction: true },
  chat_boost: {
    user: ['boost', 'source', 'user'],
    mayLackUser: true,
    chat: ['chat'],
    dates: [['boost', 'add_date']],
    isDateOfUpdate: false,
  },
  removed_chat_boost: { user: ['source', 'user'], mayLackUser: true, chat: ['chat'], dates: [['remove_date']] },
  managed_bot: { user: ['user'] },
  // Renewals happen by themselves; the payment that a user makes is the message with `successful_payment`.
  subscription: { user: ['user'] },
  stopped_message_generation: { chat: ['chat'] },
};

const emptyAnatomy: Anatomy = {};

/** Returns what is known about events of a kind: nothing about opaque ones. */
export function anatomyOf(kind: EventKind): Anatomy {
  return kind in anatomies ? anatomies[kind as UpdateKind] : emptyAnatomy;
}

const rank: ReadonlyMap<string, number> = new Map(updateKinds.map((kind, index) => [kind, index]));

/**
 * The kind of an update; null for a kind that we do not know. Telegram fills one field, but some clients write the others
 * as null, and nothing stops a hand-made update from filling two: then the first of the documented order decides.
 */
export function detectUpdateKind(update: JsonObject): UpdateKind | null {
  let bestIndex: number = updateKinds.length;
  for (const key of Object.keys(update)) {
    const index = rank.get(key);
    if (index !== undefined && index < bestIndex && isObject(update[key])) bestIndex = index;
  }
  return updateKinds[bestIndex] ?? null;
}

/** The value at the end of a path; undefined where the path breaks off. */
export function valueAt(start: JsonObject, path: Path): unknown {
  let value: unknown = start;
  for (const key of path) {
    if (!isObject(value)) return undefined;
    value = value[key];
  }
  return value;
}
