import { type Account, api, maxConversationItems, sendMethods, type UserChange } from '@botscope/contract';
import QuickLRU from 'quick-lru';
import * as z from 'zod/mini';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { clockFrom } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { hourMs } from '../../platform/time-units.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { type BotRow, parseEnum } from '../bots/bots.ts';
import { loadHead } from './head/load-head.ts';
import { loadTotals } from './head/load-totals.ts';
import type { FetchFile } from './media/fetch-file.ts';
import { findFile } from './media/find-file.ts';
import { sendFile } from './media/send-file.ts';
import { parsePayload } from './parse/items.ts';
import { parsePathParam } from './parse-path-param.ts';
import { readConversation } from './read/conversation.ts';
import type { HistoryScope } from './read/history.ts';
import { readEvent, readLog } from './read/log.ts';
import { parseCursor } from './read/position.ts';
import { searchConversation } from './read/search.ts';

/** An entry is some 200 bytes; an account that opens more users in an hour gets more entries. */
const maxEntries = 10_000;

/** Decides which views of a conversation are recorded: one entry of the audit log an hour for each account and user. */
export function createViewLog(monotonic: () => number) {
  const views = new QuickLRU<string, number>({ maxSize: maxEntries });
  /** True for the first view within an hour. */
  return (account: string, bot: string, user: number): boolean => {
    const key = `${account} ${bot} ${user}`;
    const before = views.get(key);
    if (before !== undefined && monotonic() - before < hourMs) return false;
    views.set(key, monotonic());
    return true;
  };
}

const itemsOfPage = 50;
const FileQuery = z.object({ event: z._default(z.string(), '') });

/** Calls back after each change to a user; returns a function that unsubscribes. */
type Watch = (bot: string, user: number, listener: () => void) => () => void;

export interface ConversationDeps {
  store: Pick<EventStore, 'query' | 'rollup'>;
  fetchFile: FetchFile;
  watchUser: Watch;
  /** Watches who answers the user: the bot, or a colleague. */
  watchTakeover: Watch;
  record: RecordAudit;
  now?: () => number;
}

interface UserCall {
  bot: BotRow | null;
  account: Account | null;
  params: { user_id: string };
  signal: AbortSignal;
}

export function registerConversations(http: Http<BotRow>, deps: ConversationDeps): void {
  const { store, record, now = Date.now } = deps;
  const isFirstView = createViewLog(clockFrom(deps.now).monotonic);

  /** The history of a user known to the bot. @throws AppError NotFound */
  const openHistory = async ({ bot, params, signal }: Omit<UserCall, 'account'>): Promise<HistoryScope> => {
    const { key } = permitted(bot);
    const user = Number(params.user_id);
    const knownUsers = await loadKnownUsers(store, key, [user]);
    if (!knownUsers.has(user)) throw new AppError('NotFound', { field: 'user_id' });
    return { store, bot: key, user, now: now(), signal };
  };
  /** Like `openHistory`, with an entry in the audit log: users' messages are their own. */
  const openWithAudit = async (call: UserCall & Parameters<RecordAudit>[0]): Promise<HistoryScope> => {
    const reading = await openHistory(call);
    const { account, bot } = call;
    if (account !== null && bot?.is_demo !== true && isFirstView(account.key, reading.bot, reading.user)) {
      await record(call, 'conversation_viewed', { user_id: reading.user });
    }
    return reading;
  };

  http.on(api.getUser, ({ bot, params, signal }) =>
    loadHead({ store, bot: permitted(bot).key, user: Number(params.user_id), now: now(), signal }),
  );
  http.on(api.getUserTotals, ({ bot, params, signal, ...call }) => {
    const { key, session_gap_minutes: sessionGapMinutes } = permitted(bot);
    const user = { bot: key, user: Number(params.user_id), permissions: permitted(call.permissions) };
    return loadTotals({ store, ...user, sessionGapMinutes, now: now(), signal });
  });
  http.on(api.listConversation, async ({ query: { limit, ...place }, ...call }) => {
    const page = await readConversation(await openWithAudit(call), place, pageLength(limit));
    return { ...page, outgoing: detectOutgoing(permitted(call.bot)) };
  });
  http.on(api.searchConversation, async ({ query: { search, before }, ...call }) =>
    searchConversation(await openWithAudit(call), search, parsePosition(before)),
  );
  http.on(api.listUserLog, async ({ query: { kind, before, limit }, ...call }) =>
    readLog(await openWithAudit(call), { kind, before: parsePosition(before), limit: pageLength(limit) }),
  );
  http.on(api.getLogEvent, async (call) => {
    const { payload } = await readEvent(await openWithAudit(call), parseCursor(call.params.event, 'event'));
    return { payload };
  });

  const shows = { keys: [], query: FileQuery };
  http.download('/bots/:key/users/:user_id/files/:file_id', 'communication.files.get', shows, async (call) => {
    const { bot, params, query, reply, signal } = call;
    const userId = parsePathParam(params.user_id, /^[1-9]\d{0,15}$/);
    const fileId = parsePathParam(params.file_id, /^[\w-]{1,256}$/);
    const reading = await openHistory({ bot, params: { user_id: userId }, signal });
    const { payload } = await readEvent(reading, parseCursor(query.event, 'event'));
    // A file of another user, or of another bot, is none that this event shows.
    const file = findFile(parsePayload(payload), fileId);
    if (file === null) throw new AppError('NotFound', { field: 'file_id' });
    await sendFile(reply, file, await deps.fetchFile(bot, reading.user, file));
  });

  http.live('/bots/:key/users/:user_id/live', 'section.users.chat.view', ({ bot, params, send }) => {
    const user = Number(parsePathParam(params.user_id, /^[1-9]\d{0,15}$/));
    // The history of a user unknown to this bot is empty: no changes follow.
    const { key } = permitted(bot);
    const notify = (change: UserChange['what']) => send('changed', { what: change } satisfies UserChange);
    notify('events');
    notify('takeover');
    const stops = [
      deps.watchUser(key, user, () => notify('events')),
      deps.watchTakeover(key, user, () => notify('takeover')),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  });
}

const parsePosition = (cursor: string | undefined) =>
  cursor === undefined ? undefined : parseCursor(cursor, 'before');

const pageLength = (limit: string | undefined): number =>
  Math.min(maxConversationItems, Math.max(1, Number(limit ?? itemsOfPage)));

/** Calls may also be reported by a bot that is connected without its outgoing side, as those of the demo are. */
function detectOutgoing({ delivery_method_send: method, first_call_at: firstCall, is_demo: isDemo }: BotRow) {
  const declared = parseEnum(sendMethods, method, 'off');
  return declared === 'off' && (isDemo || firstCall !== null) ? 'api' : declared;
}
