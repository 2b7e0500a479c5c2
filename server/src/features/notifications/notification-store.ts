import type { NotificationContent, NotificationItem, NotificationKind, NotificationPage } from '@botscope/contract';
import { notificationKinds } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Notifications per page. */
const page = 50;
/** Limit for each kind; new ones push out the oldest: a bot that fails every few minutes must not fill the store. */
const keptPerKind = 200;

/** The newest notifications, or those before one. */
export async function readPage(
  db: Kysely<Tables>,
  accountKey: string,
  { kind, before }: { kind?: NotificationKind | undefined; before?: number | undefined } = {},
): Promise<NotificationPage> {
  let query = db
    .selectFrom('notifications')
    .leftJoin('bots', 'bots.key', 'notifications.bot_key')
    .selectAll('notifications')
    .select('bots.bot_name')
    .where('notifications.account_key', '=', accountKey)
    .orderBy('notifications.id', 'desc')
    .limit(page + 1);
  if (kind !== undefined) query = query.where('notifications.kind', '=', kind);
  if (before !== undefined) query = query.where('notifications.id', '<', before);
  const [rows, { unread }] = await Promise.all([
    query.execute(),
    db
      .selectFrom('notifications')
      .select(({ fn }) => fn.countAll().as('unread'))
      .where('account_key', '=', accountKey)
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return { unread: Number(unread), items: rows.slice(0, page).flatMap(presentRow), more: rows.length > page };
}

/** Keeps a notification, and forgets the oldest of its kind. */
export async function storeNotification(
  db: Kysely<Tables>,
  {
    accountKey,
    notification,
    at,
    onceKey = null,
  }: { accountKey: string; notification: NotificationContent; at: Date; onceKey?: string | null },
): Promise<void> {
  const { kind, code, detail } = notification;
  await db
    .insertInto('notifications')
    .values({
      account_key: accountKey,
      kind,
      code,
      state: notification.kind === 'connection' ? notification.state : 'once',
      bot_key: 'botKey' in notification ? notification.botKey : null,
      detail,
      at,
      read_at: null,
      once_key: onceKey,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .deleteFrom('notifications')
    .where('account_key', '=', accountKey)
    .where('kind', '=', kind)
    .where('id', '<=', (from) =>
      from
        .selectFrom('notifications')
        .select('id')
        .where('account_key', '=', accountKey)
        .where('kind', '=', kind)
        .orderBy('id', 'desc')
        .offset(sql.lit(keptPerKind))
        .limit(1),
    )
    .execute();
}

/** Whether a notification with this key is kept. */
export async function isKept(db: Kysely<Tables>, accountKey: string, onceKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('account_key', '=', accountKey)
    .where('once_key', '=', onceKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** One row as the dashboard gets it; a kind of a newer version is left out. */
function presentRow(row: {
  id: number;
  kind: string;
  code: string;
  state: string;
  bot_key: string | null;
  bot_name: string | null;
  detail: string;
  at: Date;
  read_at: Date | null;
}): NotificationItem[] {
  const kind = notificationKinds.find((candidate) => candidate === row.kind);
  if (kind === undefined) return [];
  return [
    {
      id: Number(row.id),
      kind,
      code: row.code,
      state: row.state === 'began' || row.state === 'ended' ? row.state : 'once',
      bot_key: row.bot_key,
      bot_name: row.bot_name ?? '',
      detail: row.detail,
      at: new Date(row.at).toISOString(),
      read: row.read_at !== null,
    },
  ];
}
