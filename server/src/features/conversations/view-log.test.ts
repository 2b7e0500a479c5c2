import { expect, test } from 'vitest';
import { hourMs } from '../../platform/time-units.ts';
import { createViewLog } from './conversation-routes.ts';

test('a view is recorded once an hour for each account, bot and user', () => {
  const began = Date.parse('2026-03-01T10:00:00Z');
  let now = began;
  const isFirstView = createViewLog(() => now);
  const views: [after: number, account: string, bot: string, user: number, isRecorded: boolean][] = [
    [0, 'ann', 'shop', 1, true],
    [0, 'ann', 'shop', 1, false],
    [0, 'ben', 'shop', 1, true],
    [0, 'ann', 'shop', 2, true],
    [0, 'ann', 'other', 1, true],
    [hourMs - 1, 'ann', 'shop', 1, false],
    // An hour after the recorded view, not after the last one.
    [hourMs, 'ann', 'shop', 1, true],
    [hourMs + 1, 'ann', 'shop', 1, false],
  ];
  for (const [after, account, bot, user, isRecorded] of views) {
    now = began + after;
    expect([after, account, bot, user, isFirstView(account, bot, user)]).toEqual([
      after,
      account,
      bot,
      user,
      isRecorded,
    ]);
  }
});
