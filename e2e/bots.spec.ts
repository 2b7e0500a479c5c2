import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startJourney } from '@botscope/testkit/journey.ts';
import { createBot, unique } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import { expect, test } from './fixtures/test.ts';

const updatesFor = (bot: string) => {
  const journey = startJourney({ from: new Date().toISOString(), bot, seed: bot });
  journey.user('Anna').sends('/start');
  return journey.updates;
};

test('choosing a bot, a new key, a new name; the wizard by API: a key that is shown once, and a first update by curl', async ({
  own: page,
  server,
  account,
  bot,
  watch,
}) => {
  await test.step('the chosen bot is remembered, and a link to a bot wins', async () => {
    const second = await createBot(server, account);
    await page.goto('/');
    await page.getByRole('button', { name: `Choose a bot: ${bot.name}` }).click();
    await page.getByRole('menuitemradio', { name: second.name }).click();
    await expect(page.getByRole('button', { name: `Choose a bot: ${second.name}` })).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('button', { name: `Choose a bot: ${second.name}` })).toBeVisible();
    await page.goto(`/?bot=${bot.key}`);
    await expect(page.getByRole('button', { name: `Choose a bot: ${bot.name}` })).toBeVisible();
    await expect(
      page
        .getByRole('complementary')
        .getByRole('img', { name: /not connected/ })
        .first(),
    ).toBeVisible();
  });

  await test.step('a new key replaces the old one at once', async () => {
    expect(await push(server, bot, updatesFor(bot.name))).toBe(200);
    await page.goto(`/bots/${bot.key}?tab=connection`);
    await page.getByRole('button', { name: 'New API key' }).click();
    const dialog = page.getByRole('dialog', { name: `New API key for ${bot.name}` });
    await dialog.getByRole('button', { name: 'Create a new key' }).click();
    const apiKey = await dialog.getByRole('status', { name: 'API key' }).innerText();
    expect(apiKey).not.toBe(bot.apiKey);
    // The only view of the key is not closed by a slip.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
    await expect(dialog).toBeHidden();
    expect(await push(server, bot, updatesFor(bot.name))).toBe(401);
    expect(await push(server, { apiKey }, updatesFor(bot.name))).toBe(200);
  });

  await test.step('renaming', async () => {
    watch.allows(/^POST \/api\/bots\/[0-9a-f]{13}\/rename 400$/);
    const other = await createBot(server, account);
    await page.goto('/bots');
    await page.getByRole('button', { name: `Actions for ${bot.name}` }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: `Rename ${bot.name}` });
    const field = dialog.getByLabel('Bot name');
    await field.fill('shop');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(field).toHaveAccessibleDescription(/The name must end in bot/);
    await field.fill(other.name);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(field).toHaveAccessibleDescription(/This bot is already connected/);
    const name = `renamed_${unique()}_bot`;
    await field.fill(name);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByText(`Renamed to ${name}`)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('rowheader', { name })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('rowheader', { name })).toBeVisible();
  });

  await test.step('the wizard by API', async () => {
    watch.allows(/^GET \/api\/bots\/check-name 400$/);
    const name = `mine_${unique()}_bot`;
    await page.goto('/add-bot');
    const field = page.getByLabel('Bot name');
    const next = page.getByRole('button', { name: 'Next' });
    await field.fill('my_shop');
    await next.click();
    await expect(field).toHaveAccessibleDescription(/The name must end in bot/);
    await field.fill((await createBot(server, account)).name);
    await next.click();
    await expect(field).toHaveAccessibleDescription(/This bot is already connected/);
    await field.fill(`@${name}`);
    await next.click();
    await page.getByRole('radio', { name: 'API' }).check();
    await page.getByRole('button', { name: 'Create bot' }).click();

    const keyStatus = page.getByRole('status', { name: 'API key' });
    await expect(keyStatus).toHaveText(/^[0-9a-f]{13}:[0-9a-f]{64}$/);
    const apiKey = await keyStatus.innerText();
    const key = apiKey.split(':')[0] ?? '';
    await expect(page.getByText('Waiting for the first update', { exact: true })).toBeVisible();

    // As a user would: the sample of the page, word for word.
    await page.getByLabel('Framework').selectOption('curl');
    const sample = await page.getByRole('region', { name: 'Code for curl' }).innerText();
    expect(sample).toContain('$BOTSCOPE_API_KEY');
    expect(sample).not.toContain(apiKey);
    expect(sample).toContain(server.url);
    await page.evaluate('window.sameDocument = true');
    const { stdout } = await promisify(execFile)('sh', ['-c', sample], {
      env: { ...process.env, BOTSCOPE_API_KEY: apiKey },
    });
    expect(stdout).toContain('{"ok":true}');
    await expect(page.getByText('The first update has arrived')).toBeVisible();
    expect(await page.evaluate('window.sameDocument')).toBe(true);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(`${name} is connected`)).toBeVisible();
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await expect(page.getByRole('region', { name: 'Key numbers' })).toBeVisible();
    await expect(page.getByRole('button', { name: `Choose a bot: ${name}` })).toBeVisible();

    await page.goto(`/bots/${key}?tab=connection`);
    await expect(page.getByRole('region', { name: 'API key' })).toBeVisible();
    expect(await page.content()).not.toContain(apiKey.split(':')[1] ?? '-');
  });
});
