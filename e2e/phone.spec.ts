import { launch } from './fixtures/launch.ts';
import { forgetSignIn } from './fixtures/operator.ts';
import { accountPlaces, demoPlaces, visit, visitorPlaces } from './fixtures/places.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the menu opens, and closes after a choice', async ({ page, demoServer }) => {
  expect(demoServer.url).toContain('http');
  await page.goto('/?demo=1');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Behaviour' }).tap();
  await menu.getByRole('link', { name: 'Bounce rate' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Bounce rate' })).toBeVisible();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('button', { name: 'Close menu' }).tap();
  await expect(menu).toBeHidden();
});

const widest = 'document.documentElement.scrollWidth';

test('no page scrolls sideways', async ({ page, account, own, bot, demoServer }) => {
  test.setTimeout(300_000);
  // Tables with something in them.
  await fetch(`${demoServer.url}/v1/send-batch-update`, {
    method: 'POST',
    headers: { 'Api-Key': bot.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify([5, { date: new Date().toISOString(), update: 'not an update' }]),
  });
  await launch(demoServer, bot, ['source-poster_medium-street-between-two-very-long-houses']);
  const found = {
    text: 'A text that people send',
    state: 'Term',
    count: 12,
    users: 4,
    found_at: '2026-11-01T00:00:00Z',
  };
  await own.route(`**/api/bots/${bot.key}/hidden-commands`, (route) =>
    route.fulfill({ json: { status: 'success', data: [found] } }),
  );
  expect(demoServer.url).toContain('http');
  const tooWide: string[] = [];
  // Russian words are the longer ones, as a rule.
  const look = async (places: Readonly<Record<string, string>>, lang: 'en' | 'ru' = 'ru'): Promise<void> => {
    for (const [name, place] of Object.entries(places)) {
      await visit(own, place, lang);
      const width = await own.evaluate<number>(widest);
      if (width > 390) tooWide.push(`${name} (${lang}): ${width}`);
    }
  };
  expect(account.email).toContain('@');
  await look(accountPlaces(bot.key));
  await look(accountPlaces(bot.key), 'en');
  await forgetSignIn(page);
  await look(visitorPlaces);
  await page.goto('/?demo=1&lang=ru');
  await page.getByRole('heading', { level: 1, name: 'Сводка' }).waitFor();
  await look(demoPlaces);
  expect(tooWide).toEqual([]);
});
