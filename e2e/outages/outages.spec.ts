import { test } from '@playwright/test';
import { liveThrough } from './bad-day.ts';
import type { FailureName } from './failures.ts';

test.describe.configure({ timeout: 400_000 });

/** One of Telegram and one of ours; `npm run test:long` has all of them. */
const shortForm: FailureName[] = ['Telegram does what it is asked, and its answers are lost', 'the app process hangs'];

test('a bad day: bots, a campaign, an automation, a colleague and an open report lose and double nothing', async () => {
  await liveThrough(shortForm);
});
