import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type AuditSubject, recordAudit } from '../audit/audit.ts';

export type ShareRow = Selectable<Tables['shares']>;
type NewShare = Pick<
  ShareRow,
  | 'bot_key'
  | 'token_sealed'
  | 'title'
  | 'type_report'
  | 'query'
  | 'password_hash'
  | 'expires_at'
  | 'embeddable'
  | 'reader_period'
  | 'reader_filter'
> & { created_by: string; created_at: Date; token: string };

/** 192 random bits. */
export const newShareToken = (): string => randomBytes(24).toString('base64url');

/** Detail of a link in the audit log: enough to know which one, nothing that opens it. */
const auditDetail = (row: Pick<ShareRow, 'id' | 'type_report' | 'title'>) => ({
  id: Number(row.id),
  report: row.type_report,
  title: row.title,
});

/** The rows of links. Each change is written to the audit log with it. */
export function createShareStore(db: Kysely<Tables>) {
  const activeRows = () => db.selectFrom('shares').selectAll('shares').where('shares.revoked_at', 'is', null);
  return {
    byToken: (token: string): Promise<ShareRow | undefined> =>
      activeRows().where('token_hash', '=', sha256(token)).executeTakeFirst(),

    /** The newest first, each with who made it. */
    ofBot: (bot: string) =>
      activeRows()
        .leftJoin('accounts', 'accounts.id', 'shares.created_by')
        .select(['accounts.name', 'accounts.email', 'accounts.telegram_name'])
        .where('shares.bot_key', '=', bot)
        .orderBy('shares.id', 'desc')
        .execute(),

    /** @throws AppError TooManyShares beyond `limit` */
    add: (subject: AuditSubject, { token, query, ...share }: NewShare, limit: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await lockBot(transaction, share.bot_key);
        const { count } = await transaction
          .selectFrom('shares')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('bot_key', '=', share.bot_key)
          .where('revoked_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (Number(count) >= limit) throw new AppError('TooManyShares');
        const row = await transaction
          .insertInto('shares')
          .values({ ...share, token_hash: sha256(token), query: JSON.stringify(query) })
          .returning(['id', 'type_report', 'title'])
          .executeTakeFirstOrThrow();
        const { password_hash, expires_at, embeddable } = share;
        const detail = { ...auditDetail(row), password: password_hash !== null, embeddable, expires_at };
        await recordAudit(transaction, { ...subject, action: 'share_created', detail });
      }),

    /** False for one that this bot does not have, or no more. */
    revoke: (subject: AuditSubject, bot: string, id: number, revokedAt: Date): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('shares')
          .set({ revoked_at: revokedAt })
          .where('bot_key', '=', bot)
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returning(['id', 'type_report', 'title'])
          .executeTakeFirst();
        if (row === undefined) return false;
        await recordAudit(transaction, { ...subject, action: 'share_revoked', detail: auditDetail(row) });
        return true;
      }),

    seen: async (id: number, viewedAt: Date): Promise<void> => {
      await db
        .updateTable('shares')
        .set(({ eb }) => ({ views: eb('views', '+', 1), last_viewed_at: viewedAt }))
        .where('id', '=', id)
        .execute();
    },

    zoneOf: async (account: string): Promise<string | null> => {
      const row = await db.selectFrom('accounts').select('time_zone').where('id', '=', account).executeTakeFirst();
      return row?.time_zone ?? null;
    },
  };
}
