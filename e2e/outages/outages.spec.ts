import { test } from '@playwright/test';
import { liveThrough } from './bad-day.ts';
import type { FailureName } from './failures.ts';

test.describe.configure({ timeout: 400_000 });

/** One of each kind that is quick; `npm run test:long` has all of them. */
const shortForm: FailureName[] = [
  'Telegram answers 502 to messages alone',
  'Telegram does what it is asked, and its answers are lost',
  'PostgreSQL is away',
  'the app process hangs',
  'the app process is killed twice',
];

test('a bad day: bots, a campaign, an automation, a colleague and an open report lose and double nothing', async () => {
  await liveThrough(shortForm);
});
