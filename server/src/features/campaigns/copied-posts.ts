import { type CopiedPost, MessageEntity, type RecordedPost } from '@botscope/contract';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { systemClock } from '../../platform/clock.ts';
import { dayMs } from '../../platform/time-units.ts';
import { child, isObject, text } from '../../telegram/json.ts';
import { detectContentType } from '../../telegram/message-content.ts';
import type { CallTelegram } from '../../telegram/sending/call-telegram.ts';
import { classifyOutcome } from '../../telegram/sending/classify-outcome.ts';
import { chatCall } from '../../telegram/sending/content-calls.ts';
import { isUnreadable, type SendingBot } from '../campaign-engine/campaign-engine.ts';

/** Posts that are older are not looked for. */
const recentDays = 90;
const textLength = 4_096;

/**
 * A post of a channel as the bot has received it last; null where it has not. Nobody is behind a post of a channel, so all
 * of them are the rows of user 0, which lie together.
 */
export function createRecordedPost({
  store,
  now = Date.now,
}: {
  store: Pick<EventStore, 'query'>;
  now?: () => number;
}) {
  return async (bot: string, { chat, message_id }: CopiedPost): Promise<RecordedPost | null> => {
    const isNamed = chat.startsWith('@');
    const isChat = isNamed
      ? `lower(JSONExtractString(payload, toString(kind), 'chat', 'username')) = lower({chat:String})`
      : `chat_offset = toInt64({chat:String})`;
    const statement = scope(bot, now() - recentDays * dayMs, now() + dayMs).statement(
      (from) => `
SELECT kind, payload
FROM ${from.eventsOfNobody("kind IN ('channel_post', 'edited_channel_post')")}
  AND ${isChat} AND JSONExtractInt(payload, toString(kind), 'message_id') = {message:Int64}
ORDER BY time DESC LIMIT 1`,
      { chat: isNamed ? chat.slice(1) : chat, message: message_id },
    );
    const [row] = await runQuery<{ kind: string; payload: string }>(store, statement, { tag: 'recorded post' });
    return row === undefined ? null : parsePost(row);
  };
}

function parsePost({ kind, payload }: { kind: string; payload: string }): RecordedPost {
  const update: unknown = JSON.parse(payload);
  const message = isObject(update) ? child(update, kind) : {};
  const hasText = typeof message.text === 'string';
  const entities: unknown = hasText ? message.entities : message.caption_entities;
  return {
    text: text(hasText ? message.text : message.caption, textLength),
    // Entities that the product does not draw are left out.
    entities: (Array.isArray(entities) ? entities : []).flatMap((one) => {
      const parseResult = MessageEntity.safeParse(one);
      return parseResult.success ? [parseResult.data] : [];
    }),
    content: hasText ? '' : detectContentType(message),
  };
}

/** A draft is checked with each change of it, ms. */
const rememberMs = 30_000;
const maxEntries = 1_000;

/**
 * Finds the chats that Telegram does not let a bot read; those of which it says nothing are not among them. Only
 * copying a post shows whether it is there: the Bot API cannot read single messages.
 */
export function createUnreadableChats(deps: {
  bot: (key: string) => Promise<SendingBot | null>;
  call: CallTelegram;
  monotonic?: () => number;
}) {
  const { call, monotonic = systemClock.monotonic } = deps;
  const cache = new Map<string, { at: number; isUnreadable: Promise<boolean> }>();

  async function ask(key: string, chat: string): Promise<boolean> {
    const bot = await deps.bot(key);
    if (bot === null || bot.token === null) return false;
    const { apiRoot, token } = bot;
    return isUnreadable(classifyOutcome(await call({ apiRoot, token }, chatCall({ chat }), null)));
  }
  function isUnreadableChat(key: string, chat: string): Promise<boolean> {
    const name = `${key} ${chat}`;
    const cacheEntry = cache.get(name);
    if (cacheEntry !== undefined && monotonic() - cacheEntry.at < rememberMs) return cacheEntry.isUnreadable;
    if (cache.size >= maxEntries) cache.clear();
    const answer = ask(key, chat);
    cache.set(name, { at: monotonic(), isUnreadable: answer });
    return answer;
  }

  return async (key: string, chats: readonly string[]): Promise<ReadonlySet<string>> => {
    const each = [...new Set(chats)].map(async (chat) => ((await isUnreadableChat(key, chat)) ? [chat] : []));
    return new Set((await Promise.all(each)).flat());
  };
}
