import { expect, it } from 'vitest';
import { createPendingFailures } from './pending-failures.ts';

it('holds a bounded number of sorts, and counts what found no room', () => {
  const pending = createPendingFailures(2);
  const failure = (code: number) => ({ bot: 'b', kind: 'call', code, reason: 'Refused', text: '' }) as const;
  for (const code of [1, 2, 3, 1, 3]) pending.add({ ...failure(code), count: 10 }, 0);
  const batch = pending.take();
  expect(batch.groups.map(({ code, count }) => [code, count])).toEqual([
    [1, 20],
    [2, 10],
  ]);
  expect(batch.dropped).toBe(20);
  expect([pending.isEmpty(), pending.take().dropped]).toEqual([true, 0]);
});

it('shows no part of a token either, where a text is cut', () => {
  const pending = createPendingFailures();
  const secret = 'AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0';
  const text = `${'x'.repeat(1_970)}123456789:${secret}`;
  pending.add({ bot: 'b', kind: 'call', code: 400, reason: 'Refused', text }, 0);
  const [group] = pending.take().groups;
  expect(group?.text).toContain('123456789:<secret>'.slice(0, 10));
  expect(group?.text).not.toContain(secret.slice(0, 5));
});
