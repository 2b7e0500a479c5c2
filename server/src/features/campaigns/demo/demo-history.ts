import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { CampaignOutcome } from '../../../events/store/campaign-outcomes.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import { eventsOfUpdates, type RecordedBot } from '../../../ingest/recording/make-events.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { dayMs, hourMs } from '../../../platform/time-units.ts';
import { createRandom, type Random } from '../../../simulation/random.ts';
import { reactionsTo, reactionUpdate } from '../../../simulation/telegram/reactions.ts';
import { decideRejection, rejectionWords } from '../../../simulation/telegram/simulated-telegram.ts';
import type { EnsureDemoCampaigns } from '../campaigns.ts';
import { type DemoCampaign, demoCampaigns } from './demo-campaigns.ts';
import { demoUser, loadUsers } from './demo-telegram.ts';
import { type DemoRecipient, insertDemoCampaign } from './insert-demo-campaign.ts';

const messagesASecond = 10;
/** Numbers of these messages: above those of the conversations around them, below those of later campaigns. */
const firstMessage = 1_000_000;
const usersOfChunk = 500;
/** A setting: when a process began to make them, or that they are there. */
const mark = 'demo_campaigns';
const doneValue = '0';
const makingMs = 5 * 60_000;

type Store = Pick<EventStore, 'flush' | 'query' | 'write' | 'writeCampaignOutcomes'>;

/** Makes the campaigns of the demo's past with what their recipients did, so that a newcomer finds living results. */
export function createDemoHistory(deps: {
  db: Kysely<Tables>;
  store: Store;
  logger: Pick<Logger, 'info'>;
}): EnsureDemoCampaigns {
  const { db, store, logger } = deps;

  /** Returns how many updates the recipients sent. */
  async function send(bot: RecordedBot, campaign: DemoCampaign, number: number, now: number): Promise<number> {
    const random = createRandom(`demo campaign ${number}`);
    const startedAt = Math.floor(now / dayMs - campaign.daysAgo) * dayMs + campaign.hour * hourMs;
    const users = (await loadUsersBefore(store, bot.key, startedAt)).filter(() => random.chance(campaign.share));
    const recipients = users.map((userId, index) =>
      toRecipient(campaign, userId, index / users.length, startedAt, index),
    );
    const id = await insertDemoCampaign(db, bot.key, campaign, startedAt, recipients);
    const outcomes = recipients.map((recipient) => toOutcome(bot.key, id, recipient));
    let updates = 0;
    for (let from = 0; from < recipients.length; from += usersOfChunk) {
      await store.writeCampaignOutcomes(bot.key, outcomes.slice(from, from + usersOfChunk));
      updates += await react(bot, campaign, recipients.slice(from, from + usersOfChunk), random, now);
    }
    return updates;
  }

  async function react(
    bot: RecordedBot,
    { message }: DemoCampaign,
    recipients: readonly DemoRecipient[],
    random: Random,
    now: number,
  ): Promise<number> {
    const buttons = message.buttons.flat().flatMap(({ callback_data }) => callback_data ?? []);
    const reactions = recipients.flatMap(({ userId, messageId, at }) =>
      messageId === null
        ? []
        : reactionsTo({ chatId: userId, messageId, buttons: buttons.length }, random).map((one) => ({ ...one, at })),
    );
    const users = await loadUsers(store, bot.key, [...new Set(reactions.map(({ chatId }) => chatId))]);
    const items = reactions.flatMap((reaction) => {
      const user = users.get(reaction.chatId);
      // Nobody hurries in the past: minutes become hours.
      const reactedAt = reaction.at + reaction.afterMs * 60;
      if (user === undefined || reactedAt > now) return [];
      let next = reaction.messageId;
      const nextMessageId = (): number => ++next;
      const scene = { user, bot: demoUser, date: Math.floor(reactedAt / 1_000), random, nextMessageId };
      const body = reactionUpdate(scene, reaction, (index) => buttons[index] ?? '');
      const update = { update_id: random.between(1_700_000_000, 2_100_000_000), ...body };
      return [{ date: new Date(reactedAt).toISOString(), update }];
    });
    if (items.length > 0) await store.write(eventsOfUpdates(bot, items, now).events);
    return items.length;
  }

  /** One process makes them; what one has begun and not ended in time is begun again. */
  async function begin(now: number): Promise<boolean> {
    const { rows } = await sql`
      INSERT INTO settings (name, value) VALUES (${mark}, ${String(now)})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
        WHERE settings.value::bigint BETWEEN 1 AND ${now - makingMs}
      RETURNING name`.execute(db);
    return rows.length > 0;
  }

  return async (bot, now) => {
    if (!(await begin(now))) return;
    await db.deleteFrom('campaigns').where('bot_key', '=', bot.key).where('visitor', 'is', null).execute();
    let updates = 0;
    for (const [number, campaign] of demoCampaigns.entries()) updates += await send(bot, campaign, number, now);
    await store.flush();
    await db.updateTable('settings').set({ value: doneValue }).where('name', '=', mark).execute();
    logger.info({ bot: bot.key, updates }, 'the demo has campaigns of its own');
  };
}

function toRecipient(
  { stoppedAt = 1 }: DemoCampaign,
  userId: number,
  place: number,
  startedAt: number,
  index: number,
): DemoRecipient {
  const sentAt = startedAt + Math.floor((index * 1_000) / messagesASecond);
  const nothing = { userId, at: sentAt, description: null, messageId: null };
  if (place >= stoppedAt) return { ...nothing, status: 'Cancel', reason: 'finished' };
  const rejection = decideRejection(userId);
  if (rejection !== null)
    return { ...nothing, status: 'Error', reason: rejection, description: rejectionWords[rejection] };
  return { ...nothing, status: 'Done', reason: null, messageId: firstMessage + Math.floor(startedAt / dayMs) * 100 };
}

/** Users who had written to the bot before the moment. */
async function loadUsersBefore(store: Store, bot: string, moment: number): Promise<number[]> {
  const rows = await store.query<{ user_id: number }>({
    sql: `SELECT user_id FROM events WHERE bot = {bot:String} AND kind = 'message' AND time < fromUnixTimestamp64Milli({moment:Int64}, 'UTC')
      GROUP BY user_id ORDER BY user_id`,
    params: { bot, moment },
    bot,
    tag: 'demo campaigns',
  });
  return rows.map(({ user_id }) => user_id);
}

const toOutcome = (
  bot: string,
  campaignId: number,
  { userId, status, reason, at, messageId }: DemoRecipient,
): CampaignOutcome => ({ bot, campaignId, userId, status, reason: reason ?? '', at, messageId: messageId ?? 0 });
