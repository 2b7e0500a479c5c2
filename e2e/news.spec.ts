import { createAxeBuilder } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

const words = {
  news: 'What’s new',
  unread: /^What’s new: \d unread posts$/,
  first: 'Targets for your conversions',
  link: 'Set up targets',
  page: 'Targets',
  fresh: 'New',
} as const;

test('news is read by keyboard, without third-party requests; an account without an email can add one', async ({
  own: page,
  bot,
  server,
}) => {
  await test.step('posts, by keyboard alone', async () => {
    await page.goto(`/bots?lang=en`);
    await expect(page.getByRole('rowheader', { name: bot.name })).toBeVisible();
    const button = page.getByRole('button', { name: words.unread });
    await button.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: words.news });
    await expect(panel).toBeFocused();
    const posts = panel.getByRole('article');
    await expect(posts.first()).toBeVisible();
    const count = await posts.count();
    expect(count).toBeGreaterThanOrEqual(4);
    // All were unread; now the mark is gone, but not the words in the open panel.
    await expect(page.getByRole('button', { name: words.news, exact: true })).toBeVisible();
    await expect(panel.getByText(words.fresh, { exact: true })).toHaveCount(count);
    for (const cover of await panel.locator('img').all()) {
      await cover.scrollIntoViewIfNeeded();
      await expect(cover).toHaveJSProperty('complete', true);
      await expect(cover).not.toHaveJSProperty('naturalWidth', 0);
    }

    const title = panel.getByRole('button', { name: words.first });
    await expect(title).toHaveAttribute('aria-expanded', 'false');
    await title.focus();
    await page.keyboard.press('Enter');
    await expect(title).toHaveAttribute('aria-expanded', 'true');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      const { violations } = await (await createAxeBuilder(page)).include('[role=dialog]:popover-open').analyze();
      expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`))).toEqual([]);
    }
    await page.keyboard.press('Tab');
    await expect(panel.getByRole('link', { name: words.link })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/targets\?.*lang=en/);
    await expect(panel).toBeHidden();

    await page.reload();
    const read = page.getByRole('button', { name: words.news, exact: true });
    await expect(read).toBeVisible();
    await read.focus();
    await page.keyboard.press('Enter');
    await expect(posts.first()).toBeVisible();
    await expect(panel.getByText(words.fresh, { exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(read).toBeFocused();
  });

  await test.step('no third-party requests', async () => {
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    const answer = await page.goto('/bots');
    await page.getByRole('button', { name: /^What’s new/ }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect([...hosts]).toEqual([new URL(server.url).host]);
    await expect(page.getByRole('link', { name: 'Blog' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'More in the blog' })).toHaveCount(0);
    expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/);
  });

  await test.step('an account without an email', async () => {
    await page.goto('/bots');
    await expect(page.getByRole('link', { name: 'Add an email' })).toHaveCount(0);
    // As for a user who signed up with Telegram.
    await page.route('**/api/site/init*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { user: object } };
      await route.fulfill({
        response: answer,
        json: { ...body, data: { ...body.data, user: { ...body.data.user, email: null, telegram_name: 'Ann' } } },
      });
    });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Account: Ann' })).toBeVisible();
    await page.getByRole('link', { name: 'Add an email' }).click();
    await expect(page).toHaveURL(/\/profile\?.*tab=sign-in/);
  });
});
