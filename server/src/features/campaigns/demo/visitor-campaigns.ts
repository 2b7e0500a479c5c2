import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { dayMs } from '../../../platform/time-units.ts';
import type { AudienceOf } from '../../campaign-engine/campaign-engine.ts';

/** Limits of a visitor of the demo; addresses of visitors are counted besides (`demo-…` in platform/attempts.ts). */
export const visitorLimits = {
  /** Campaigns of one visitor, archived ones included, and of all visitors. */
  campaigns: 5,
  campaignsOfAll: 200,
  files: 5,
  filesOfAll: 100,
  fileBytes: 2 * 1_048_576,
  recipients: 500,
} as const;
const keptMs = dayMs;

/** Call with the bot locked. @throws AppError TooManyInDemo, Overloaded */
export async function assertVisitorsRoom(
  transaction: Transaction<Tables>,
  bot: string,
  visitor: string,
): Promise<void> {
  const { own, all } = await transaction
    .selectFrom('campaigns')
    .select(sql<number>`count(*) FILTER (WHERE visitor = ${visitor})::int`.as('own'))
    .select(sql<number>`count(*)::int`.as('all'))
    .where('bot_key', '=', bot)
    .where('visitor', 'is not', null)
    .executeTakeFirstOrThrow();
  if (own >= visitorLimits.campaigns) throw new AppError('TooManyInDemo');
  if (all >= visitorLimits.campaignsOfAll) throw new AppError('Overloaded');
}

/** Asserts room for another file. @throws AppError TooManyInDemo, Overloaded */
export async function assertRoomForFiles(
  transaction: Transaction<Tables>,
  bot: string,
  visitor: string,
): Promise<void> {
  const { own, all } = await transaction
    .selectFrom('campaign_files')
    .select(sql<number>`count(*) FILTER (WHERE visitor = ${visitor})::int`.as('own'))
    .select(sql<number>`count(*)::int`.as('all'))
    .where('bot_key', '=', bot)
    .where('visitor', 'is not', null)
    .executeTakeFirstOrThrow();
  if (own >= visitorLimits.files) throw new AppError('TooManyInDemo');
  if (all >= visitorLimits.filesOfAll) throw new AppError('Overloaded');
}

/** Campaigns and files that visitors of the demo made: each visitor sees their own, for a day. */
export function createVisitorCampaigns(db: Kysely<Tables>, now: () => number = Date.now) {
  /** Null: everyone's; undefined: there is none. */
  async function findVisitor(bot: string, campaignId: number): Promise<string | null | undefined> {
    const row = await db
      .selectFrom('campaigns')
      .select('visitor')
      .where('bot_key', '=', bot)
      .where('campaign_id', '=', campaignId)
      .executeTakeFirst();
    return row?.visitor;
  }

  async function assertVisible(bot: string, campaignId: number, visitor: string, field = 'campaign_id'): Promise<void> {
    const owner = await findVisitor(bot, campaignId);
    if (owner === undefined || (owner !== null && owner !== visitor)) throw new AppError('NotFound', { field });
  }

  return {
    visitorOf: findVisitor,
    /** @throws AppError NotFound for what another visitor made */
    assertVisible,

    /** @throws AppError NotFound, AccessDenied for what everyone sees */
    async assertOwn(bot: string, campaignId: number, visitor: string): Promise<void> {
      await assertVisible(bot, campaignId, visitor);
      if ((await findVisitor(bot, campaignId)) !== visitor) throw new AppError('AccessDenied');
    },

    /** @throws AppError NotFound for another visitor's */
    async assertFileVisible(bot: string, file: string, visitor: string, field: string): Promise<void> {
      const row = await db
        .selectFrom('campaign_files')
        .select('visitor')
        .where('bot_key', '=', bot)
        .where('id', '=', file)
        .executeTakeFirst();
      const isVisible = row !== undefined && (row.visitor === null || row.visitor === visitor);
      if (!isVisible) throw new AppError('NotFound', { field });
    },

    /** An audience as it is, but of a visitor's campaign only the first users, who see segments of that visitor. */
    audienceOf: (
      selectAudience: (
        campaign: Parameters<AudienceOf>[0] & { visitor?: string },
        afterId: number,
      ) => ReturnType<AudienceOf>,
    ): AudienceOf =>
      async function* (campaign, afterId) {
        const row = await db
          .selectFrom('campaigns')
          .select(['visitor', 'total'])
          .where('campaign_id', '=', campaign.campaignId)
          .executeTakeFirst();
        if (row === undefined || row.visitor === null) {
          yield* selectAudience(campaign, afterId);
          return;
        }
        let remainingCount = visitorLimits.recipients - Number(row.total);
        if (remainingCount <= 0) return;
        for await (const chunk of selectAudience({ ...campaign, visitor: row.visitor }, afterId)) {
          yield chunk.slice(0, remainingCount);
          remainingCount -= chunk.length;
          if (remainingCount <= 0) return;
        }
      },

    /** Deletes what is older than a day, with its recipients; files follow when nothing names them. @returns how many */
    async forget(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('campaigns')
        .where('visitor', 'is not', null)
        .where('created_at', '<', new Date(now() - keptMs))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type VisitorCampaigns = ReturnType<typeof createVisitorCampaigns>;
