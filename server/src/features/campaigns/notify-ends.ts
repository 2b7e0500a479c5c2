import type { NotificationContent } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { CampaignEnds, OnCampaignEnd } from './engine/engine-deps.ts';

/** So many names are in one notification. */
const mostNames = 3;

/**
 * Notifies the owner of the bot, and who made the campaigns if they still have access, when campaigns end by themselves:
 * one notification for all that ended for the same reason.
 */
export function createNotifyEnds(deps: {
  db: Kysely<Tables>;
  notifications: Pick<Notifications, 'notify'>;
  logger: Pick<Logger, 'warn'>;
}): OnCampaignEnd {
  const { db, notifications, logger } = deps;

  async function notify(bot: string, { campaignIds, how, description }: CampaignEnds): Promise<void> {
    const rows = await db
      .selectFrom('campaigns')
      .innerJoin('bots', 'bots.key', 'campaigns.bot_key')
      .leftJoin('grants', (join) =>
        join.onRef('grants.bot_key', '=', 'campaigns.bot_key').onRef('grants.account_key', '=', 'campaigns.created_by'),
      )
      .select(['campaigns.name', 'campaigns.delivered', 'campaigns.total'])
      .select(['bots.account_key as owner', 'grants.account_key as author'])
      .where('campaigns.campaign_id', 'in', [...campaignIds])
      .orderBy('campaigns.campaign_id')
      .execute();
    const names = rows.slice(0, mostNames).map(({ name, delivered, total }) => {
      return how === 'finished' ? `${name} (${delivered} / ${total})` : name;
    });
    const more = rows.length > mostNames ? ` + ${rows.length - mostNames}` : '';
    const detail = [`${names.join(', ')}${more}`, description].filter((part) => part !== '').join(': ');
    const content: NotificationContent = { kind: 'campaign', code: how, botKey: bot, detail };
    const accounts = new Set(rows.flatMap(({ owner, author }) => [owner, author]));
    for (const account of accounts) if (account !== null) await notifications.notify(account, content);
  }

  return (bot, ends) => {
    if (ends.campaignIds.length === 0) return;
    notify(bot, ends).catch((error: unknown) =>
      logger.warn({ err: error, bot }, 'the end of a campaign could not be notified of'),
    );
  };
}
