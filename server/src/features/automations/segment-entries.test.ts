import type { SegmentRules } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { type AutomationWorld, automationWorld, command } from './test-automations.ts';

const metadata = testMetadata();
let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const commandRule = (name: string): SegmentRules['rules'][number] => ({
  ...{ kind: 'event', did: true, event: { kind: 'command', name } },
  ...{ times: { of: 'count', is: 'at_least', number: 1 }, when: { kind: 'last', days: 1 } },
});
/** Sent /on today. */
const onRules: SegmentRules = { match: 'all', rules: [commandRule('/on')] };

/** A bot of which user 1 is in the segment, and user 2 is not. */
async function world(): Promise<AutomationWorld> {
  const one = await automationWorld(metadata().db, store);
  await one.does(1, command('/on'));
  await one.does(2, command('/off'));
  return one;
}
const each = { repeat: 'each', pause_hours: 0 } as const;

describe('entering a segment', () => {
  it('is being in it now, and not at the last evaluation', async () => {
    const one = await world();
    await one.automation({ trigger: { kind: 'segment', rules: onRules, with_members: false }, ...each });
    await one.look();
    one.at(1);
    await one.does(2, command('/on'));
    await one.does(3, command('/on'));
    await one.look();
    await one.deliver();
    one.at(2);
    await one.look();
    await one.deliver();
    expect(one.said()).toEqual(['2 at 1', '3 at 1']);
    // A day later all of them have left; one comes back.
    one.at(1_500);
    await one.look();
    await one.does(2, command('/on'));
    one.at(1_501);
    await one.look();
    await one.deliver();
    expect(one.said()).toEqual(['2 at 1', '3 at 1', '2 at 1501']);
  });

  it('counts for its members only if the owner says so, and for nobody when it is resumed', async () => {
    const one = await world();
    const id = await one.automation({ trigger: { kind: 'segment', rules: onRules, with_members: true } });
    await one.look();
    await one.deliver();
    expect(one.said()).toEqual(['1 at 0']);
    await one.stop(id);
    one.at(5);
    await one.does(2, command('/on'));
    await one.look();
    await one.resume(id);
    await one.look();
    one.at(7);
    await one.does(3, command('/on'));
    await one.look();
    await one.deliver();
    expect(one.said()).toEqual(['1 at 0', '3 at 7']);
  });

  it('leads to no message if they have left before it is due', async () => {
    const one = await world();
    const trigger = {
      kind: 'segment',
      rules: { match: 'all', rules: [commandRule('/on'), { kind: 'segment', segment_id: 7, not: true }] },
    };
    one.segments.set(7, { name: 'Bought', kind: 'list' });
    const id = await one.automation({
      ...{ trigger: { ...trigger, with_members: false } as never, delay_minutes: 60, still_in: true },
    });
    await one.look();
    one.at(1);
    await one.does(2, command('/on'));
    await one.does(3, command('/on'));
    await one.look();
    await store.changeMembers(one.bot, { segmentId: 7, source: { userIds: [2] }, isMember: true, at: one.now() });
    one.at(61);
    await one.look();
    await one.deliver();
    expect(one.said()).toEqual(['3 at 61']);
    expect((await one.statistics(id)).skipped).toEqual([{ reason: 'left_segment', count: 1 }]);
  });

  it('through imported history counts for nobody', async () => {
    const one = await world();
    await one.automation({ trigger: { kind: 'segment', rules: onRules, with_members: false }, ...each });
    await one.look();
    one.at(10);
    await metadata()
      .db.insertInto('uploads')
      .values({
        ...{
          id: crypto.randomUUID(),
          bot_key: one.bot,
          file_name: 'a.json',
          bytes: 1,
          format: 'json',
          content: 'updates',
        },
        ...{ state: 'done', created_at: new Date(one.now()), finished_at: new Date(one.now() + minuteMs) },
        owner: crypto.randomUUID(),
      })
      .execute();
    await one.does(2, { ...command('/on'), time: one.now() - 5 * minuteMs, receivedAt: one.now() });
    one.at(12);
    await one.look();
    one.at(14);
    await one.does(3, command('/on'));
    await one.look();
    await one.deliver();
    expect(one.said()).toEqual(['3 at 14']);
  });

  it('is evaluated again when it was interrupted at any point, and counts once', async () => {
    const one = await world();
    const id = await one.automation({ trigger: { kind: 'segment', rules: onRules, with_members: false }, ...each });
    await one.look();
    one.at(1);
    await one.does(2, command('/on'));
    const changeMembers = one.store.changeMembers;
    one.store.changeMembers = async () => {
      throw new Error('the process died');
    };
    await expect(one.look()).rejects.toThrow('the process died');
    one.store.changeMembers = changeMembers;
    one.at(2);
    await one.look();
    // The round that follows was not written down.
    await metadata().db.updateTable('automation_segments').set({ round: 1 }).where('campaign_id', '=', id).execute();
    one.at(3);
    await one.look();
    await one.deliver();
    expect(one.said()).toEqual(['2 at 3']);
  });
});
