import { EventEmitter } from 'node:events';
import type { InboxItem, Inbox as InboxPage, ProblemCode } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Metadata } from '../metadata/open-metadata.ts';
import type { Tables } from '../metadata/tables.ts';

/** What the bell shows. */
const SHOWN = 50;
/** Older ones are deleted as new ones come; a bot that fails every few minutes must not fill the store. */
const KEPT = 200;

export interface InboxMessage {
  accountKey: string;
  kind: 'connection';
  code: ProblemCode;
  state: 'began' | 'ended';
  botKey: string;
  detail: string;
}

/** Messages to accounts. */
export interface Inbox {
  add(message: InboxMessage): Promise<void>;
  /** The newest 50 and the number of all unread ones. */
  list(accountKey: string): Promise<InboxPage>;
  /** Marks all up to and including this one as read. */
  read(accountKey: string, upTo: number): Promise<InboxPage>;
  /** Calls back when the account's inbox has changed; returns the way to stop. */
  watch(accountKey: string, listener: () => void): () => void;
}

export function createInbox(options: { metadata: Pick<Metadata, 'db'>; now?: () => number }): Inbox {
  const { db } = options.metadata;
  const now = options.now ?? Date.now;
  const changes = new EventEmitter().setMaxListeners(0);

  const list = async (accountKey: string): Promise<InboxPage> => {
    const rows = await newest(db, accountKey);
    const { unread } = await db
      .selectFrom('inbox')
      .select(({ fn }) => fn.countAll().as('unread'))
      .where('account_key', '=', accountKey)
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow();
    return { unread: Number(unread), items: rows.map(present) };
  };

  return {
    list,
    async add({ accountKey, botKey, ...message }) {
      await db
        .insertInto('inbox')
        .values({ ...message, account_key: accountKey, bot_key: botKey, at: new Date(now()), read_at: null })
        .execute();
      await forgetOld(db, accountKey);
      changes.emit(accountKey);
    },
    async read(accountKey, upTo) {
      await db
        .updateTable('inbox')
        .set({ read_at: new Date(now()) })
        .where('account_key', '=', accountKey)
        .where('id', '<=', upTo)
        .where('read_at', 'is', null)
        .execute();
      changes.emit(accountKey);
      return list(accountKey);
    },
    watch(accountKey, listener) {
      changes.on(accountKey, listener);
      return () => changes.off(accountKey, listener);
    },
  };
}

const newest = (db: Kysely<Tables>, accountKey: string) =>
  db
    .selectFrom('inbox')
    .leftJoin('bots', 'bots.key', 'inbox.bot_key')
    .selectAll('inbox')
    .select('bots.bot_name')
    .where('inbox.account_key', '=', accountKey)
    .orderBy('inbox.id', 'desc')
    .limit(SHOWN)
    .execute();

async function forgetOld(db: Kysely<Tables>, accountKey: string): Promise<void> {
  await db
    .deleteFrom('inbox')
    .where('account_key', '=', accountKey)
    .where('id', '<=', (from) =>
      from
        .selectFrom('inbox')
        .select('id')
        .where('account_key', '=', accountKey)
        .orderBy('id', 'desc')
        .offset(sql.lit(KEPT))
        .limit(1),
    )
    .execute();
}

function present(row: Awaited<ReturnType<typeof newest>>[number]): InboxItem {
  return {
    id: Number(row.id),
    kind: 'connection',
    code: row.code,
    state: row.state === 'ended' ? 'ended' : 'began',
    bot_key: row.bot_key,
    bot_name: row.bot_name ?? '',
    detail: row.detail,
    at: new Date(row.at).toISOString(),
    read: row.read_at !== null,
  };
}
