import { isObject, isPresent, type JsonObject } from '../../telegram/json.ts';
import { type MailingPress, readMailingPress } from '../../telegram/mailing-press.ts';
import { detectUpdateKind } from '../../telegram/update-anatomy.ts';

/** A private chat that a colleague answers instead of the bot. */
export interface TakenChat {
  user: number;
  /** Treatment of its messages: dropped, or delivered to the bot when the chat is released. */
  mode: 'drop' | 'deliver';
  /** Unix milliseconds. */
  since: number;
  until: number;
}

/** Decision about an update while chats are taken over. */
type Decision =
  | { do: 'pass' }
  /** `queryId`: the button's press waits for an answer. */
  | { do: 'drop'; user: number; queryId: string | null }
  | { do: 'deliver'; user: number };

/** Decisions for the relay and the proxy about each update. */
export interface TakenChats {
  /** Notes what it decides; asked about the same update again, it decides the same. */
  decide(bot: string, update: unknown, canDeliverLater: boolean): Decision;
  /** True while what waits in a lane waits for the release of its chat. */
  isLaneTaken(bot: string, lane: string): boolean;
}

/** Default under which no update is kept from a bot. */
export const noTakenChats: TakenChats = { decide: () => ({ do: 'pass' }), isLaneTaken: () => false };

const pass: Decision = { do: 'pass' };
/** A poll that is not confirmed brings its updates again. */
const rememberedDrops = 1_000;
const start = /^\/start(?:@\w+)?(?:\s|$)/;

export function createTakenChats(deps: {
  /** Returns the taken chats of a bot, from memory. */
  chatsOf(bot: string): readonly TakenChat[];
  /** An update of the user was kept from the bot. */
  onWithheld(bot: string, user: number, queryId: string | null): void;
  /** The user has started the bot again. */
  onStart(bot: string, user: number): void;
  /** A button of ours below a campaign message was pressed: the bot does not know it, and it waits for an answer. */
  onMailingPress(bot: string, press: MailingPress): void;
  now?: () => number;
}): TakenChats {
  const { now = Date.now } = deps;
  const droppedIds = new Map<string, Set<number>>();
  /** Released here; the list that says so is on its way. */
  const released = new Map<string, number>();

  const findTakenChat = (bot: string, user: number): TakenChat | undefined => {
    const chats = deps.chatsOf(bot);
    if (chats.length === 0) return undefined;
    const chat = chats.find((one) => one.user === user);
    if (chat === undefined || chat.until <= now()) return undefined;
    return released.get(`${bot} ${user}`) === chat.since ? undefined : chat;
  };
  const noteDrop = (bot: string, id: number): void => {
    const ids = droppedIds.get(bot) ?? new Set();
    droppedIds.set(bot, ids.add(id));
    const [oldest] = ids;
    if (ids.size > rememberedDrops && oldest !== undefined) ids.delete(oldest);
  };

  return {
    decide(bot, update, canDeliverLater) {
      const press = readMailingPress(update);
      if (press !== null) {
        deps.onMailingPress(bot, press);
        return { do: 'drop', user: press.userId, queryId: null };
      }
      // Nearly always: no chat of the bot is taken, and none was.
      if (deps.chatsOf(bot).length === 0 && !droppedIds.has(bot)) return pass;
      if (!isObject(update)) return pass;
      const conversation = parseConversation(update);
      if (conversation === null) return pass;
      const { user, isStart, queryId } = conversation;
      const id = Number(update.update_id);
      if (droppedIds.get(bot)?.has(id)) return { do: 'drop', user, queryId: null };
      const chat = findTakenChat(bot, user);
      if (chat === undefined) return pass;
      if (isStart) {
        released.set(`${bot} ${user}`, chat.since);
        deps.onStart(bot, user);
        return pass;
      }
      deps.onWithheld(bot, user, queryId);
      if (chat.mode === 'deliver' && canDeliverLater && queryId === null) return { do: 'deliver', user };
      noteDrop(bot, id);
      return { do: 'drop', user, queryId };
    },
    isLaneTaken(bot, lane) {
      const [, user] = /^chat (\d+)$/.exec(lane) ?? [];
      return user !== undefined && findTakenChat(bot, Number(user))?.mode === 'deliver';
    },
  };
}

/** Payments are always the bot's: nobody else delivers what was paid for. */
const payments = ['successful_payment', 'refunded_payment'];

/**
 * Returns the user whose private chat an update belongs to; null for updates that reach the bot in any case: of groups,
 * queries that only the bot can answer, blocking.
 */
function parseConversation(update: JsonObject): { user: number; isStart: boolean; queryId: string | null } | null {
  const kind = detectUpdateKind(update);
  const content = kind === null ? undefined : update[kind];
  if (!isObject(content)) return null;
  if (kind === 'callback_query') {
    const user = parsePrivateChat(content.message);
    return user === null ? null : { user, isStart: false, queryId: String(content.id ?? '') };
  }
  if (kind !== 'message' && kind !== 'edited_message' && kind !== 'message_reaction') return null;
  if (payments.some((name) => isPresent(content[name]))) return null;
  const user = parsePrivateChat(content);
  const isStart = kind === 'message' && typeof content.text === 'string' && start.test(content.text);
  return user === null ? null : { user, isStart, queryId: null };
}

function parsePrivateChat(message: unknown): number | null {
  const chat = isObject(message) ? message.chat : undefined;
  return isObject(chat) && chat.type === 'private' ? Number(chat.id) : null;
}
