import { type EventKind, type UpdateKind, updateKinds } from '@botscope/contract';
import { isObject, type JsonObject } from './json.ts';

type Path = readonly string[];

interface Anatomy {
  /** Path of the user behind it; absent for kinds that name none. */
  user?: Path;
  chat?: Path;
  /** Paths of Telegram's own date, in Unix seconds; the first that has one counts. */
  dates?: readonly Path[];
  /** False where the date is that of something older which the update changes: it says nothing about our clock. */
  isDateOfUpdate?: false;
}

const message: Anatomy = { user: ['from'], chat: ['chat'], dates: [['date']] };
const edited: Anatomy = { ...message, dates: [['edit_date'], ['date']] };
const query: Anatomy = { user: ['from'] };

/** Within each update kind of Bot API 10.3. */
const anatomies: Readonly<Record<UpdateKind, Anatomy>> = {
  message,
  edited_message: edited,
  channel_post: message,
  edited_channel_post: edited,
  business_connection: { user: ['user'], dates: [['date']], isDateOfUpdate: false },
  business_message: message,
  edited_business_message: edited,
  deleted_business_messages: { chat: ['chat'] },
  guest_message: message,
  message_reaction: { user: ['user'], chat: ['chat'], dates: [['date']] },
  message_reaction_count: { chat: ['chat'], dates: [['date']] },
  inline_query: query,
  chosen_inline_result: query,
  // The message is the bot's own, and its date is not that of the press.
  callback_query: { user: ['from'], chat: ['message', 'chat'] },
  shipping_query: query,
  pre_checkout_query: query,
  purchased_paid_media: query,
  poll: {},
  poll_answer: { user: ['user'] },
  my_chat_member: message,
  // `from` did it; the member it happened to is in `new_chat_member`.
  chat_member: message,
  chat_join_request: message,
  chat_boost: {
    user: ['boost', 'source', 'user'],
    chat: ['chat'],
    dates: [['boost', 'add_date']],
    isDateOfUpdate: false,
  },
  removed_chat_boost: { user: ['source', 'user'], chat: ['chat'], dates: [['remove_date']] },
  managed_bot: { user: ['user'] },
  subscription: { user: ['user'] },
  stopped_message_generation: { chat: ['chat'] },
};

const emptyAnatomy: Anatomy = {};

/** Returns the paths within events of a kind; opaque ones have none. */
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
