import {
  isFixed,
  Language,
  type NotificationKind,
  type NotificationMethod,
  notificationMethods,
} from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** An account as far as messages to it are concerned. */
export interface Recipient {
  key: string;
  /** Null: none, or none that was confirmed. */
  email: string | null;
  /** Id at Telegram. */
  tid: number | null;
  language: Language;
  timeZone: string;
  /** Delivery methods by kind, as chosen; kinds that are absent have the usual ones. */
  chosen: Readonly<Record<string, readonly string[]>>;
}

/** Accounts need not go and look for what they should know; Telegram is used on request, and news has its own panel. */
const usual: Readonly<Record<NotificationKind, readonly NotificationMethod[]>> = {
  connection: ['app', 'email'],
  access: ['app', 'email'],
  account: ['app', 'email'],
  campaign: ['app', 'email'],
  integration: ['app', 'email'],
  news: [],
};

export async function findRecipient(db: Kysely<Tables>, accountKey: string): Promise<Recipient | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'email_verified', 'tid', 'locale', 'time_zone', 'notify'])
    .where('id', '=', accountKey)
    .executeTakeFirst();
  if (!row) return null;
  return {
    key: row.id,
    email: row.email_verified ? row.email : null,
    tid: row.tid === null ? null : Number(row.tid),
    language: Language.safeParse(row.locale).data ?? 'en',
    timeZone: row.time_zone,
    chosen: row.notify,
  };
}

/** Returns the methods that the account has chosen for this kind; one that does not reach it may be among them. */
export function selectMethods(recipient: Pick<Recipient, 'chosen'>, kind: NotificationKind): NotificationMethod[] {
  const chosenMethods: readonly string[] = recipient.chosen[kind] ?? usual[kind];
  return notificationMethods.filter((method) => chosenMethods.includes(method) || isFixed(kind, method));
}

/** Writes a choice down. What is fixed stays whatever is chosen. */
export async function chooseMethods(
  db: Kysely<Tables>,
  accountKey: string,
  choice: { kind: NotificationKind; methods: readonly NotificationMethod[] },
): Promise<void> {
  const chosenMethods = notificationMethods.filter((method) => choice.methods.includes(method));
  // Joined in the store: two switches that are pressed at once both count.
  const mergeSql = sql<string>`notify || ${JSON.stringify({ [choice.kind]: chosenMethods })}::jsonb`;
  await db.updateTable('accounts').set({ notify: mergeSql }).where('id', '=', accountKey).execute();
}
