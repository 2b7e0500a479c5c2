import { randomUUID } from 'node:crypto';
import { Automation, CampaignAudience, CampaignMessage, CampaignSending, type Event } from '@botscope/contract';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { longestButton } from '../../analytics/query/command-sql.ts';
import type { NamedSegment } from '../../analytics/query/segments/segment-context.ts';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import { createCursors } from '../../events/consumers/cursors.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { anEvent } from '../../events/store/test-event.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { createSendingLedger } from '../campaign-engine/recipients/ledger.ts';
import { createSenders } from '../campaign-engine/senders.ts';
import { insertBot } from '../campaign-engine/test-campaigns.ts';
import { everyBotsTargets } from '../targets/built-in-targets.ts';
import { createAutomationStatistics } from './automation-statistics.ts';
import { createAutomationConsumer, createWatchDeps } from './watch-automations.ts';
import { watchBot } from './watch-bot.ts';

const start = Date.UTC(2026, 5, 1, 9);
let bots = 0;
let events = 0;

/**
 * A bot whose clock stands still until a test moves it, automations of it, and a sender that delivers everything at once.
 * Moments are minutes after 1 June 2026, 9:00 UTC.
 */
export async function automationWorld(db: Kysely<Tables>, store: EventStore) {
  bots += 1;
  const bot = `auto${String(bots).padStart(9, '0')}`;
  await insertBot(db, bot);
  let clock = start;
  const minute = () => (clock - start) / minuteMs;
  const segments = new Map<number, NamedSegment>();
  const deliveries: { id: number; user: number; minute: number }[] = [];

  const zones = new Map<number, string>();

  const options = {
    ...{ zonesOf: async () => zones, onEnd: () => undefined },
    ...{ db, store, wakeSender: () => undefined },
    clock: () => clock,
    settingsOf: async (): Promise<ReportSettings> => ({
      ...{ bot, timeZone: 'UTC', sessionGapMinutes: 30, hiddenCommands: [], callbackMaxLength: longestButton },
      ...{ commandLimit: 10, model: 'first', sourceParameter: 'source', targets: everyBotsTargets, dataSince: null },
      ...{ segments, fields: new Map() },
    }),
  };
  const { name, subjects } = createAutomationConsumer(options);
  const startRun = (instance = 'one', connection = db) => ({
    cursors: createCursors({
      ...{ db: connection, consumer: { name, subjects }, clock: options.clock },
      claimant: { instance, run: randomUUID() },
    }),
    deps: createWatchDeps({ ...options, db: connection }),
  });
  const senders = createSenders({ db, instance: 'sender', run: 'only', now: () => clock });
  const ledger = createSendingLedger(db, senders.isOurs, () => clock);

  /** Looks once, as a process that has just started. */
  async function look({ events: kind = 'new' }: { events?: 'new' | 'deep' } = {}, run = startRun()): Promise<void> {
    for (const cursor of await run.cursors.claimAll())
      if (cursor.bot === bot) await watchBot(run.deps, run.cursors.turn(cursor, kind === 'deep'), clock);
  }

  /** Delivers what the sender has, unless Telegram refuses it. */
  async function deliver(refusingUsers: readonly number[] = []): Promise<void> {
    const lease = await senders.take(bot);
    if (lease === null) return;
    const active = await db.selectFrom('campaigns').select('campaign_id').where('bot_key', '=', bot).execute();
    for (const { campaign_id: id } of active) {
      const recipients = await ledger.claim(lease, id, 1_000, 0);
      for (const { userId } of recipients)
        if (!refusingUsers.includes(userId)) deliveries.push({ id, user: userId, minute: minute() });
      await ledger.settle(
        lease.fence,
        id,
        recipients.map(({ userId }) =>
          refusingUsers.includes(userId)
            ? { userId, status: 'Error', reason: 'blocked' }
            : { userId, status: 'Done', messageId: 1 },
        ),
      );
    }
  }

  return {
    ...{ bot, db, store, sent: deliveries, segments, zones, look, deliver, ledger, startRun },
    now: () => clock,
    minute,
    /** Moves the clock to a minute. */
    at(to: number): void {
      clock = start + to * minuteMs;
    },

    async automation(
      automation: z.input<typeof Automation>,
      sendingOptions: z.input<typeof CampaignSending> = {},
    ): Promise<number> {
      const now = new Date(clock);
      const row = await db
        .insertInto('campaigns')
        .values({
          ...{ bot_key: bot, name: 'Welcome', status: 'In_progress', prepared_until: null },
          automation: JSON.stringify(z.parse(Automation, automation)),
          audience: JSON.stringify(z.parse(CampaignAudience, { kind: 'all' })),
          message: JSON.stringify(z.parse(CampaignMessage, { text: 'Hi' })),
          sending: JSON.stringify(z.parse(CampaignSending, sendingOptions)),
          ...{ created_at: now, updated_at: now, started_at: now, active_since: now },
        })
        .returning('campaign_id')
        .executeTakeFirstOrThrow();
      return row.campaign_id;
    },

    async stop(id: number): Promise<void> {
      await db.updateTable('campaigns').set({ status: 'Cancel' }).where('campaign_id', '=', id).execute();
    },
    async resume(id: number): Promise<void> {
      const set = { status: 'In_progress' as const, active_since: new Date(clock) };
      await db.updateTable('campaigns').set(set).where('campaign_id', '=', id).execute();
    },

    /** Something that a user does now; it may be received later, or be a copy of an earlier one. */
    event(userId: number, changes: Partial<Event> = {}): Event {
      events += 1;
      const time = changes.time ?? clock;
      const id = String(events);
      return anEvent({
        bot,
        id,
        userId,
        time,
        receivedAt: Math.max(time, clock),
        payload: `{"update_id":${id}}`,
        ...changes,
      });
    },
    async does(userId: number, changes: Partial<Event> = {}): Promise<void> {
      await store.write([this.event(userId, changes)]);
    },

    /** The statistics, whose parts are compared with each other and with the counts of the campaign. */
    async statistics(id: number) {
      const { totals, days, skipped } = await createAutomationStatistics(db)(id, 'UTC');
      const campaign = await db
        .selectFrom('campaigns')
        .selectAll()
        .where('campaign_id', '=', id)
        .executeTakeFirstOrThrow();
      return { totals, days, skipped, campaign };
    },
    said: () => deliveries.map(({ user, minute: sentMinute }) => `${user} at ${sentMinute}`),
  };
}
export type AutomationWorld = Awaited<ReturnType<typeof automationWorld>>;

export const command = (name: string): Partial<Event> => ({ type: 'command', name, text: name });
export const onCommand = (name: string): z.input<typeof Automation>['trigger'] => ({
  kind: 'event',
  event: { kind: 'command', name },
});
