import { randomUUID } from 'node:crypto';
import type { NotificationContent } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { createClaims } from '../../platform/claims/claims.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { minuteMs } from '../../platform/time-units.ts';
import type { Notifications } from '../notifications/notifications.ts';

/** Limit of names in one notification. */
const maxNames = 3;
/** Ends at once. */
const maxEnds = 500;
/** Another process takes over what this one has not notified of by then, ms. */
const claimMs = minuteMs;

interface TakenEnd {
  end_id: number;
  bot_key: string;
  campaign_id: number;
  how: 'finished' | 'failed' | 'missed' | 'paused' | 'outage';
  description: string;
  notice: string;
}

/**
 * Notifies the owner of the bot, and who made the campaigns if they still have access, when campaigns end by themselves:
 * one notification for all that ended for the same reason at a time. An end is a row until its notification is stored, so a
 * crash loses none; sent again, it has the same key, and is there once.
 */
export function createNotifyEnds(deps: {
  db: Kysely<Tables>;
  notifications: Pick<Notifications, 'notify'>;
  logger: Pick<Logger, 'warn'>;
  /** Names the data directory of this process. */
  instance: string;
  /** For tests. */
  clock?: () => number;
}) {
  const { db, notifications, logger, instance, clock } = deps;
  const claims = createClaims({ claimant: { instance, run: randomUUID() }, claimMs, clock });
  const pending = new Set<Promise<unknown>>();

  /** Claims ends of one bot, or of any, that no other process has. Each belongs to a notification from then on. */
  async function take(bot?: string): Promise<TakenEnd[]> {
    const { rows } = await sql<TakenEnd>`
      WITH due AS (
        SELECT end_id, bot_key, how, description, notice FROM campaign_ends
        WHERE ${claims.isFree()} ${bot === undefined ? sql`` : sql`AND bot_key = ${bot}`}
        ORDER BY end_id LIMIT ${maxEnds}
        FOR UPDATE SKIP LOCKED
      ), notices AS MATERIALIZED (
        SELECT bot_key, how, description, gen_random_uuid() AS notice FROM due
        WHERE notice IS NULL GROUP BY bot_key, how, description
      )
      UPDATE campaign_ends AS own SET
        claimed_by = ${claims.claimant}, claimed_until = ${claims.renewed().claimed_until},
        notice = coalesce(due.notice, notices.notice)
      FROM due LEFT JOIN notices
        ON notices.bot_key = due.bot_key AND notices.how = due.how AND notices.description = due.description
      WHERE own.end_id = due.end_id
      RETURNING own.end_id, own.bot_key, own.campaign_id, own.how, own.description, own.notice`.execute(db);
    return rows;
  }

  async function notify(notice: string, ends: readonly TakenEnd[]): Promise<void> {
    const [first] = ends;
    if (first === undefined) return;
    const { bot_key: botKey, how, description } = first;
    const rows = await db
      .selectFrom('campaigns')
      .innerJoin('bots', 'bots.key', 'campaigns.bot_key')
      .leftJoin('grants', (join) =>
        join.onRef('grants.bot_key', '=', 'campaigns.bot_key').onRef('grants.account_key', '=', 'campaigns.created_by'),
      )
      .select(['campaigns.name', 'campaigns.delivered', 'campaigns.total'])
      .select(['bots.account_key as owner', 'grants.account_key as author'])
      .where(
        'campaigns.campaign_id',
        'in',
        ends.map((end) => end.campaign_id),
      )
      .orderBy('campaigns.campaign_id')
      .execute();
    const names = rows.slice(0, maxNames).map(({ name, delivered, total }) => {
      return how === 'finished' ? `${name} (${delivered} / ${total})` : name;
    });
    const suffix = rows.length > maxNames ? ` + ${rows.length - maxNames}` : '';
    const detail = [`${names.join(', ')}${suffix}`, description].filter((part) => part !== '').join(': ');
    const content: NotificationContent = { kind: 'campaign', code: how, botKey, detail };
    const accounts = new Set(rows.flatMap(({ owner, author }) => [owner, author]));
    for (const account of accounts) if (account !== null) await notifications.notify(account, content, notice);
    await db
      .deleteFrom('campaign_ends')
      .where('notice', '=', notice)
      .where(
        'end_id',
        'in',
        ends.map((end) => Number(end.end_id)),
      )
      .execute();
  }

  /** All ends of one bot, or of any. @returns how many notifications. */
  async function notifyAll(bot?: string): Promise<number> {
    const notices = Map.groupBy(await take(bot), ({ notice }) => notice);
    for (const [notice, ends] of notices) await notify(notice, ends);
    return notices.size;
  }

  return {
    notifyAll,
    /** Soon; what fails is tried again within two minutes. */
    onEnd(bot: string): void {
      const work = notifyAll(bot)
        .catch((error: unknown) => logger.warn({ err: error, bot }, 'the end of a campaign is notified of later'))
        .finally(() => pending.delete(work));
      pending.add(work);
    },
    async settled(): Promise<void> {
      await Promise.all(pending);
    },
  };
}
