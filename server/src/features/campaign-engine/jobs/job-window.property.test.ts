import { CampaignAudience, CampaignMessage, CampaignSending } from '@botscope/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createJobWindow } from './job-window.ts';
import type { Checkpoint, RunningJob } from './running-jobs.ts';

const jobAt = ({ to, done, failures }: Pick<Checkpoint, 'to' | 'done' | 'failures'>): RunningJob => ({
  ...{ id: 1, bot: '', campaignId: 1, action: 'delete', params: {}, members: null, undoOf: null, state: 'running' },
  ...{ total: 0, done, failed: 0, failures, skipped: 0, problem: '', problemDescription: '', position: to },
  ...{ batch: null, accountKey: null, createdAt: new Date(0), endedAt: null },
  sending: z.parse(CampaignSending, {}),
  audience: z.parse(CampaignAudience, { kind: 'all' }),
  message: z.parse(CampaignMessage, {}),
});

/** Events of a job: a call ends (well or not), its place is stored, or the process is killed. */
const step = fc.oneof(
  fc.record({ is: fc.constant('call' as const), which: fc.nat(30), fails: fc.boolean() }),
  fc.record({ is: fc.constant('store' as const), isLost: fc.boolean() }),
  fc.record({ is: fc.constant('kill' as const) }),
);

test('each message is counted once, in any order of endings and with kills at any moment', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), fc.array(step, { maxLength: 120 }), (messages, steps) => {
      const all = Array.from({ length: messages }, (_, index) => ({
        userId: index + 1,
        messageId: 1,
        moreIds: [],
        sentAt: 0,
      }));
      let lastCheckpoint: Checkpoint = { from: 0, to: 0, done: 0, failures: {}, deleted: [] };
      const deletedUsers = new Set<number>();
      const open = () => {
        const window = createJobWindow(jobAt(lastCheckpoint));
        window.add(
          all.filter(({ userId }) => userId > lastCheckpoint.to),
          true,
        );
        return window;
      };
      let window = open();
      const store = (isLost: boolean): void => {
        const checkpoint = window.checkpoint();
        if (checkpoint === null) return;
        expect(checkpoint.change.from).toBe(lastCheckpoint.to);
        lastCheckpoint = checkpoint.change;
        for (const user of lastCheckpoint.deleted) deletedUsers.add(user);
        // The answer of the store was lost: the process begins again from what is there.
        if (isLost) window = open();
        else checkpoint.stored();
      };
      for (const one of steps) {
        if (one.is === 'kill') window = open();
        else if (one.is === 'store') store(one.isLost);
        else {
          const dueEntries = window.due(0);
          const entry = dueEntries[one.which % Math.max(1, dueEntries.length)];
          if (entry !== undefined) entry.result = one.fails ? 'blocked' : 'done';
        }
        const failedCount = Object.values(lastCheckpoint.failures).reduce((sum, count) => sum + count, 0);
        expect(lastCheckpoint.done + failedCount).toBe(lastCheckpoint.to);
      }
      for (const entry of window.due(0)) entry.result = 'done';
      store(false);
      expect([window.isFinished(), lastCheckpoint.to]).toEqual([true, messages]);
      expect(deletedUsers.size).toBe(lastCheckpoint.done);
    }),
  );
});
