import { type Channel, channels, isFixed, Language, type NotificationKind } from '@botscope/contract';
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
  /** Channels by kind, as chosen; kinds that are absent have the usual ones. */
  chosen: Readonly<Record<string, readonly string[]>>;
}

/** Nobody has to go and look for what he should know; Telegram is there when it is wanted, and news has its own panel. */
const usual: Readonly<Record<NotificationKind, readonly Channel[]>> = {
  connection: ['inbox', 'email'],
  access: ['inbox', 'email'],
  account: ['inbox', 'email'],
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

/** Where messages of this kind go by the account's choice; a channel that does not reach it may be among them. */
export function channelsOf(recipient: Pick<Recipient, 'chosen'>, kind: NotificationKind): Channel[] {
  const chosen: readonly string[] = recipient.chosen[kind] ?? usual[kind];
  return channels.filter((channel) => chosen.includes(channel) || isFixed(kind, channel));
}

/** Writes a choice down. What is fixed stays whatever is chosen. */
export async function chooseChannels(
  db: Kysely<Tables>,
  accountKey: string,
  choice: { kind: NotificationKind; channels: readonly Channel[] },
): Promise<void> {
  const chosen = channels.filter((channel) => choice.channels.includes(channel));
  // Joined in the store: two switches that are pressed at once both count.
  const joined = sql<string>`notify || ${JSON.stringify({ [choice.kind]: chosen })}::jsonb`;
  await db.updateTable('accounts').set({ notify: joined }).where('id', '=', accountKey).execute();
}
