import { startJourney } from '@botscope/testkit/journey.ts';
import { push } from './fixtures/push.ts';
import { expect, test } from './fixtures/test.ts';

/*
 * Actions of users, minutes ago:
 *   Anna   20  /start spring
 *   Boris   2  hello
 *   Anna    1  /help
 * Online (5 minutes): both; in 30 minutes: both. Clara comes during the pause, and is shown only after it.
 */
test('the live page shows users online and the newest events, and can be paused', async ({
  own: page,
  server,
  bot,
}) => {
  await page.goto('/live');
  await expect(page.getByRole('heading', { level: 2, name: 'No activity' })).toBeVisible();
  await page.evaluate('window.sameDocument = true');

  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const journey = startJourney({ from: ago(25), bot: bot.name, seed: bot.name });
  const [anna, boris] = [journey.user('Anna'), journey.user('Boris')];
  journey.at(ago(20));
  anna.sends('/start spring');
  journey.at(ago(2));
  boris.sends('hello');
  journey.at(ago(1));
  anna.sends('/help');
  expect(await push(server, bot, journey.updates)).toBe(200);

  const events = page.getByRole('list', { name: 'Latest events' }).getByRole('listitem');
  await expect(events).toHaveText([/Command\/help.*Anna/, /Text.*Boris/, /Command\/start.*Anna/]);
  await expect(page.getByText('2 users in the last 30 minutes')).toBeVisible();
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('row')).toHaveCount(31);
  expect(await page.evaluate('window.sameDocument')).toBe(true);

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const laterJourney = startJourney({ from: ago(0), bot: bot.name, seed: `${bot.name} later` });
  laterJourney.user('Clara').sends('/start');
  expect(await push(server, bot, laterJourney.updates)).toBe(200);
  await expect(page.getByText('Clara')).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(events.first()).toHaveText(/Command\/start.*Clara/);
  await expect(page.getByText('3 users in the last 30 minutes')).toBeVisible();
});
