import { CampaignAudience, CampaignMessage, CampaignSending } from '@botscope/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createJobWindow } from './job-window.ts';
import type { Checkpoint, RunningJob } from './running-jobs.ts';

const jobAt = (stored: Pick<Checkpoint, 'to' | 'done' | 'failures'>): RunningJob => ({
  ...{ jobId: 1, campaignId: 1, action: 'delete', createdAt: 0, sending: z.parse(CampaignSending, {}) },
  ...{ audience: z.parse(CampaignAudience, { kind: 'all' }) },
  ...{ position: stored.to, done: stored.done, failures: stored.failures, message: z.parse(CampaignMessage, {}) },
});

/** Events of a job: a call ends (well or not), its place is stored, or the process is killed. */
const step = fc.oneof(
  fc.record({ is: fc.constant('call' as const), which: fc.nat(30), fails: fc.boolean() }),
  fc.record({ is: fc.constant('store' as const), isLost: fc.boolean() }),
  fc.record({ is: fc.constant('kill' as const) }),
);

test('whatever ends in whatever order, and is killed whenever: each message is counted once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), fc.array(step, { maxLength: 120 }), (messages, steps) => {
      const all = Array.from({ length: messages }, (_, index) => ({
        userId: index + 1,
        messageId: 1,
        moreIds: [],
        sentAt: 0,
      }));
      let stored: Checkpoint = { from: 0, to: 0, done: 0, failures: {}, deleted: [] };
      const deleted = new Set<number>();
      const open = () => {
        const window = createJobWindow(jobAt(stored));
        window.add(
          all.filter(({ userId }) => userId > stored.to),
          true,
        );
        return window;
      };
      let window = open();
      const store = (isLost: boolean): void => {
        const checkpoint = window.checkpoint();
        if (checkpoint === null) return;
        expect(checkpoint.change.from).toBe(stored.to);
        stored = checkpoint.change;
        for (const user of stored.deleted) deleted.add(user);
        // The answer of the store was lost: the process begins again from what is there.
        if (isLost) window = open();
        else checkpoint.stored();
      };
      for (const one of steps) {
        if (one.is === 'kill') window = open();
        else if (one.is === 'store') store(one.isLost);
        else {
          const due = window.due(0);
          const entry = due[one.which % Math.max(1, due.length)];
          if (entry !== undefined) entry.result = one.fails ? 'blocked' : 'done';
        }
        const failed = Object.values(stored.failures).reduce((sum, count) => sum + count, 0);
        expect(stored.done + failed).toBe(stored.to);
      }
      for (const entry of window.due(0)) entry.result = 'done';
      store(false);
      expect([window.isFinished(), stored.to]).toEqual([true, messages]);
      expect(deleted.size).toBe(stored.done);
    }),
  );
});
