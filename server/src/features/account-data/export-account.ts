import { type Account, deviceName } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** More entries of the log than these nobody reads; the newest are the ones that matter. */
const maxEntries = 10_000;

/**
 * Everything that is kept of an account, as one object: what it is, where it is signed in, its bots, what it may do with
 * others', its messages and its log. No secrets: neither passwords nor tokens nor keys, not even sealed. What is known of
 * the owners who use the bots is in the exports of the reports.
 */
export async function exportAccount(
  db: Kysely<Tables>,
  account: Account,
  exportedAt: Date,
): Promise<Record<string, unknown>> {
  const [row, sessions, passkeys, bots, grants, invitations, shares, annotations, notifications, news, audit] =
    await loadRows(db, account.key);
  return {
    format: 'botscope-account',
    version: 1,
    exported_at: exportedAt.toISOString(),
    account: { ...account, ...row },
    sessions: sessions.map(({ updated_at, user_agent, ...session }) => ({
      ...session,
      last_seen_at: updated_at,
      device: deviceName(user_agent ?? ''),
      user_agent,
    })),
    passkeys,
    bots: bots.map((bot) => ({ ...bot, telegram_id: bot.telegram_id === null ? null : Number(bot.telegram_id) })),
    access: grants,
    invitations,
    shares,
    annotations,
    messages: notifications,
    news_read: news,
    log: audit,
  };
}

const loadRows = (db: Kysely<Tables>, key: string) =>
  Promise.all([
    db
      .selectFrom('accounts')
      .select(['created_at', 'updated_at', 'email_verified', 'totp_at', 'notify'])
      .where('id', '=', key)
      .executeTakeFirst(),
    db
      .selectFrom('sessions')
      .select(['created_at', 'updated_at', 'expires_at', 'ip_address', 'user_agent'])
      .where('account_id', '=', key)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('passkeys')
      .select(['name', 'created_at', 'last_used_at'])
      .where('account_id', '=', key)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('bots')
      .select([
        'key',
        'bot_name',
        'telegram_id',
        'date_added',
        'first_update_at',
        'last_update_at',
        'connection_type',
        'delivery_method',
        'delivery_method_send',
        'region',
        'webhook',
        'session_gap_minutes',
        'start_rules',
        'retention_days',
        'error_days',
      ])
      .where('account_key', '=', key)
      .where('removed_at', 'is', null)
      .orderBy('date_added')
      .execute(),
    db
      .selectFrom('grants')
      .select(['bot_key', 'role', 'keys', 'reports', 'created_at'])
      .where('account_key', '=', key)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('invitations')
      .select(['bot_key', 'email', 'role', 'keys', 'reports', 'created_at', 'expires_at', 'revoked_at', 'uses'])
      .where('created_by', '=', key)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('shares')
      .select(['bot_key', 'title', 'type_report', 'query', 'created_at', 'expires_at', 'revoked_at', 'views'])
      .where('created_by', '=', key)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('annotations')
      .select(['bot_key', 'text', 'created_at'])
      .where('account_key', '=', key)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('notifications')
      .select(['kind', 'code', 'state', 'bot_key', 'detail', 'at', 'read_at'])
      .where('account_key', '=', key)
      .orderBy('at')
      .execute(),
    db.selectFrom('news_read').select(['slug', 'read_at']).where('account_key', '=', key).execute(),
    db
      .selectFrom('audit')
      .select(['at', 'action', 'bot_key', 'detail', 'ip', 'user_agent'])
      .where('account_key', '=', key)
      .orderBy('id', 'desc')
      .limit(maxEntries)
      .execute(),
  ]);
