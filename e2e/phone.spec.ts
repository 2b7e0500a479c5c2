import { accountPlaces, demoPlaces, visit, visitorPlaces } from './fixtures/places.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the menu opens, and closes after a choice', async ({ page, demoServer }) => {
  expect(demoServer.url).toContain('http');
  await page.goto('/?demo=1');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await expect(menu).toBeVisible();
  await menu.getByRole('link', { name: 'Bounce rate' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Bounce rate' })).toBeVisible();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await page.getByRole('button', { name: 'Close the menu' }).tap();
  await expect(menu).toBeHidden();
});

const widest = 'document.documentElement.scrollWidth';

test('no page scrolls sideways', async ({ page, account, own, bot, demoServer }) => {
  test.setTimeout(300_000);
  expect(demoServer.url).toContain('http');
  const tooWide: string[] = [];
  const look = async (places: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, place] of Object.entries(places)) {
      // Russian words are the longer ones.
      await visit(own, place, 'ru');
      const width = await own.evaluate<number>(widest);
      if (width > 390) tooWide.push(`${name}: ${width}`);
    }
  };
  expect(account.email).toContain('@');
  await look(accountPlaces(bot.key));
  await page.context().clearCookies();
  await look(visitorPlaces);
  await page.goto('/?demo=1&lang=ru');
  await page.getByRole('heading', { level: 1, name: 'Сводка' }).waitFor();
  await look(demoPlaces);
  expect(tooWide).toEqual([]);
});
