import { skippedRunDays } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { dayMs } from '../../platform/time-units.ts';
import { insertBot, insertCampaign } from '../campaign-engine/test-campaigns.ts';
import { createAutomationStatistics } from './automation-statistics.ts';
import { createForgetSkipped } from './forget-skipped.ts';

const bot = 'forgetful0001';
const now = Date.UTC(2026, 10, 23, 12);
const daysAgo = (days: number): Date => new Date(now - days * dayMs);

describe.each(testEngines)('old skipped triggers on $name', (engine) => {
  const metadata = testMetadata(engine);

  it('are deleted, and the totals still count them', async () => {
    const { db } = metadata();
    await insertBot(db, bot);
    const campaign_id = await insertCampaign(db, bot, {});
    const run = (
      user_id: number,
      days: number,
      fields: { status: 'skipped' | 'ended' | 'waiting'; reason?: string },
    ) => ({
      ...{ campaign_id, user_id, trigger_id: 'first', triggered_at: daysAgo(days), due_at: daysAgo(days) },
      ...{ ended_at: fields.status === 'waiting' ? null : daysAgo(days), ...fields },
      ...(fields.status === 'ended' && { outcome: 'Done' as const }),
    });
    await db
      .insertInto('automation_runs')
      .values([
        run(1, skippedRunDays + 1, { status: 'skipped', reason: 'late' }),
        run(2, skippedRunDays + 40, { status: 'skipped', reason: 'late' }),
        run(3, skippedRunDays + 1, { status: 'skipped', reason: 'capped' }),
        run(4, skippedRunDays - 1, { status: 'skipped', reason: 'capped' }),
        run(5, skippedRunDays + 1, { status: 'ended' }),
        run(6, skippedRunDays + 1, { status: 'waiting' }),
      ])
      .execute();
    const statistics = async () => {
      const { totals, skipped } = await createAutomationStatistics(db)(campaign_id, 'UTC');
      return { totals, skipped };
    };
    const users = async () => {
      const rows = db.selectFrom('automation_runs').select('user_id').where('campaign_id', '=', campaign_id);
      return (await rows.orderBy('user_id').execute()).map(({ user_id }) => Number(user_id));
    };
    const before = await statistics();
    expect(before).toEqual({
      totals: { triggered: 6, planned: 1, waiting: 0, delivered: 1, not_delivered: 0, cancelled: 0, skipped: 4 },
      skipped: [
        { reason: 'capped', count: 2 },
        { reason: 'late', count: 2 },
      ],
    });
    const forget = createForgetSkipped(db, () => now);
    expect(await forget()).toBe(3);
    expect(await users()).toEqual([4, 5, 6]);
    expect(await statistics()).toEqual(before);
    expect(await forget()).toBe(0);
    // Two days later the last one is old, too: what was counted before stays counted.
    expect(await createForgetSkipped(db, () => now + 2 * dayMs)()).toBe(1);
    expect(await statistics()).toEqual(before);
  });
});
