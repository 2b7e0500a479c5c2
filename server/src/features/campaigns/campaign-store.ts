import { beginsAt, maxCampaigns } from '@botscope/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { assertRoomForVisitor, currentVisitor, isVisible } from '../access/access.ts';
import { type CampaignEvent, nextStatus, statusesBefore } from '../campaign-engine/campaign-engine.ts';
import {
  type CampaignContent,
  type CampaignLine,
  type LineRow,
  type StoredCampaign,
  toCampaign,
  toLine,
} from './stored-campaign.ts';

/** Author of a change to a campaign; days of its rules are those of the author's time zone. */
export interface CampaignAuthor {
  accountKey: string | null;
  timeZone: string;
}

/** Archived ones are listed too: twice as many as there may be others. */
const maxListLength = 2 * maxCampaigns;

const lineColumns = [
  ...['campaign_id', 'bot_key', 'name', 'status', 'problem', 'problem_description', 'revision', 'time_zone'],
  ...['date_send', 'prepared_until', 'total', 'delivered', 'not_delivered', 'unknown', 'waiting', 'cancelled'],
  ...[
    'paused_until',
    'paused_for',
    'created_by',
    'updated_by',
    'created_at',
    'updated_at',
    'started_at',
    'finished_at',
  ],
  ...['archived_at', 'active_since', 'visitor'],
] as const;

/** The rows of `campaigns`, as those who write and start campaigns see them. Tests give a clock. */
export const createCampaignStore = (db: Kysely<Tables>, clock?: () => number) => ({
  ...reading(db),
  ...writing(db, clock),
  ...starting(db, clock),
});

function reading(db: Kysely<Tables>) {
  /** Filters campaign ids to those of this bot. */
  async function known(bot: string, ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const rows = await db
      .selectFrom('campaigns')
      .select('campaign_id')
      .where('bot_key', '=', bot)
      .where('campaign_id', 'in', [...ids])
      .execute();
    return new Set(rows.map((row) => Number(row.campaign_id)));
  }

  return {
    /** The newest first; of those that visitors of the demo made, the current visitor's. */
    async all(bot: string, withArchived: boolean): Promise<CampaignLine[]> {
      const rows = await db
        .selectFrom('campaigns')
        .select(lineColumns)
        .select([
          sql<string | null>`message #>> '{media,kind}'`.as('media_kind'),
          sql<boolean>`message -> 'album' IS NOT NULL`.as('is_album'),
          sql<boolean>`message -> 'post' IS NOT NULL`.as('is_copy'),
        ])
        .select(sql<boolean>`automation IS NOT NULL`.as('is_automation'))
        .where('bot_key', '=', bot)
        .where(isVisible('campaigns'))
        .$if(!withArchived, (query) => query.where('archived_at', 'is', null))
        .orderBy('campaign_id', 'desc')
        .limit(maxListLength)
        .execute();
      return (rows as unknown as LineRow[]).map(toLine);
    },

    /** @throws AppError NotFound, with the field that named the campaign */
    async get(bot: string, id: number, field = 'campaign_id'): Promise<StoredCampaign> {
      const query = db.selectFrom('campaigns').selectAll().where('bot_key', '=', bot).where('campaign_id', '=', id);
      const row = await query.executeTakeFirst();
      if (row === undefined) throw new AppError('NotFound', { field });
      return toCampaign(row);
    },

    async createdBy(bot: string, request: string): Promise<StoredCampaign | undefined> {
      const query = db.selectFrom('campaigns').selectAll().where('bot_key', '=', bot);
      const row = await query.where('created_by_request', '=', request).executeTakeFirst();
      return row && toCampaign(row);
    },

    async wasStartedBy(id: number, request: string): Promise<boolean> {
      const query = db.selectFrom('campaigns').select('campaign_id').where('campaign_id', '=', id);
      return (await query.where('started_by_request', '=', request).executeTakeFirst()) !== undefined;
    },

    known,

    /** @throws AppError NotFound (`campaign_id`) */
    async assertKnown(bot: string, id: number): Promise<void> {
      if (!(await known(bot, [id])).has(id)) throw new AppError('NotFound', { field: 'campaign_id' });
    },
  };
}

function writing(db: Kysely<Tables>, clock?: () => number) {
  const time = () => databaseTime(clock);

  return {
    /** `request`: of the public API, for `createdBy`. @throws AppError TooManyCampaigns */
    insert: (
      bot: string,
      content: CampaignContent,
      author: CampaignAuthor,
      request?: string,
    ): Promise<StoredCampaign> =>
      db.transaction().execute(async (transaction) => {
        await (currentVisitor() === undefined
          ? assertRoom(transaction, bot)
          : assertRoomForVisitor(transaction, 'campaigns', bot));
        const row = await transaction
          .insertInto('campaigns')
          .values({
            bot_key: bot,
            ...toColumns(content),
            time_zone: author.timeZone,
            created_by: author.accountKey,
            updated_by: author.accountKey,
            created_at: time(),
            updated_at: time(),
            visitor: currentVisitor() ?? null,
            created_by_request: request ?? null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toCampaign(row);
      }),

    /** Undefined where it can not be edited, or it has another revision than the one that the change is based on. */
    async save(
      bot: string,
      id: number,
      revision: number,
      content: CampaignContent,
      author: CampaignAuthor,
    ): Promise<StoredCampaign | undefined> {
      const row = await updating(db, bot, id)
        .where((eb) => eb.or([eb('status', '=', 'Draft'), isStoppedAutomation]))
        .where('revision', '=', revision)
        .set({
          ...toColumns(content),
          revision: revision + 1,
          time_zone: author.timeZone,
          updated_by: author.accountKey,
          updated_at: time(),
        })
        .returningAll()
        .executeTakeFirst();
      return row && toCampaign(row);
    },

    /** Undefined while it is being sent or waits for its time. @throws AppError TooManyCampaigns */
    setArchived: (bot: string, id: number, isArchived: boolean): Promise<StoredCampaign | undefined> =>
      db.transaction().execute(async (transaction) => {
        const before = await transaction
          .selectFrom('campaigns')
          .select('archived_at')
          .where('bot_key', '=', bot)
          .where('campaign_id', '=', id)
          .executeTakeFirst();
        if (!isArchived && before !== undefined && before.archived_at !== null) await assertRoom(transaction, bot);
        const row = await transaction
          .updateTable('campaigns')
          .where('bot_key', '=', bot)
          .where('campaign_id', '=', id)
          .where('status', 'not in', ['Not_started', 'In_progress'])
          .set({ archived_at: isArchived ? sql<Date>`coalesce(archived_at, ${time()})` : null })
          .returningAll()
          .executeTakeFirst();
        return row && toCampaign(row);
      }),
  };
}

const updating = (db: Kysely<Tables>, bot: string, id: number) =>
  db.updateTable('campaigns').where('bot_key', '=', bot).where('campaign_id', '=', id);

function starting(db: Kysely<Tables>, clock?: () => number) {
  const time = () => databaseTime(clock);
  return {
    /** Undefined where this cannot happen in its state, or it has another revision. */
    async begin(
      bot: string,
      id: number,
      event: 'started' | 'planned',
      revision: number,
      request?: string,
    ): Promise<StoredCampaign | undefined> {
      const status = nextStatus('Draft', event);
      if (status === null) return undefined;
      const row = await updating(db, bot, id)
        .where('status', '=', 'Draft')
        .where('revision', '=', revision)
        .set({
          status,
          // The recipients of an automation are not written down in advance.
          prepared_until: sql<number | null>`CASE WHEN automation IS NULL THEN 0 END`,
          started_by_request: request ?? null,
          ...(event === 'started' && { started_at: time(), active_since: time() }),
        })
        .returningAll()
        .executeTakeFirst();
      return row && toCampaign(row);
    },

    /** One statement for each state in which it can happen. Undefined where it cannot. */
    async happen(
      bot: string,
      id: number,
      event: Extract<CampaignEvent, 'stopped' | 'resumed'>,
    ): Promise<StoredCampaign | undefined> {
      for (const before of statusesBefore(event)) {
        const status = nextStatus(before, event);
        if (status === null) continue;
        const row = await updating(db, bot, id)
          .where('status', '=', before)
          .set({
            status,
            problem: '',
            problem_description: '',
            paused_until: null,
            paused_for: '' as const,
            ...(event === 'resumed' && { active_since: time() }),
          })
          .returningAll()
          .executeTakeFirst();
        if (row !== undefined) return toCampaign(row);
      }
      return undefined;
    },
  };
}

export type CampaignStore = ReturnType<typeof createCampaignStore>;

/** Campaigns of a bot are counted alone: two at once could make one too many. */
async function assertRoom(transaction: Transaction<Tables>, bot: string): Promise<void> {
  await lockBot(transaction, bot);
  const { campaigns } = await transaction
    .selectFrom('campaigns')
    .select(sql<number>`count(*)::int`.as('campaigns'))
    .where('bot_key', '=', bot)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (campaigns >= maxCampaigns) throw new AppError('TooManyCampaigns');
}

/** It goes on as it was edited. */
const isStoppedAutomation = sql<boolean>`(automation IS NOT NULL AND status IN ('Cancel', 'Error'))`;

const dateOf = (moment: number | null): Date | null => (moment === null ? null : new Date(moment));

const toColumns = ({ name, automation, audience, message, sending, variants }: CampaignContent) => ({
  name,
  automation: automation === null ? null : JSON.stringify(automation),
  audience: JSON.stringify(audience),
  message: JSON.stringify(message),
  sending: JSON.stringify(sending),
  variants: JSON.stringify(variants),
  date_send: dateOf(beginsAt(sending)),
});
