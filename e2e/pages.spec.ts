import { type ReportType, reportTypes } from '@botscope/contract';
import type { Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import { launch } from './fixtures/launch.ts';
import { createAccount, inviteByLink, signIn } from './fixtures/operator.ts';
import { accountPlaces, demoPlaces, firstPlaces, visit, visitorPlaces } from './fixtures/places.ts';
import { readTable } from './fixtures/reading.ts';
import { expect, test } from './fixtures/test.ts';

// Every page of the dashboard: it breaks no rule of WCAG 2.2 AA in either color scheme, and fits the width of a phone.
test.describe.configure({ timeout: 480_000 });

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
type Places = Readonly<Record<string, string>>;

/** The name of the page if it is wider than a phone. */
async function tooWide(page: Page, name: string): Promise<string[]> {
  const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
  await page.setViewportSize(phone);
  const fits = expect.poll(width, { timeout: 3_000 }).toBeLessThanOrEqual(phone.width);
  const problems = await fits.then(
    () => [],
    async () => [`${name}: ${await width()} px wide`],
  );
  await page.setViewportSize(desktop);
  return problems;
}

async function collectProblems(page: Page, places: Places, lang: 'en' | 'ru'): Promise<string[]> {
  const violations: string[] = [];
  for (const [name, place] of Object.entries(places)) {
    await visit(page, place, lang);
    violations.push(...(await judge(page, `${name} (${lang})`)), ...(await tooWide(page, `${name} (${lang})`)));
  }
  return violations;
}

// Russian words are longer, so they are the ones that must fit; English is judged on the reports and in the dialogs.
test('pages for visitors, before the first bot, and of an invitation', async ({
  page,
  browser,
  server,
  account,
  bot,
}) => {
  expect(await collectProblems(page, visitorPlaces, 'ru')).toEqual([]);
  await signIn(page.context(), server, await createAccount(server));
  const invitation = await inviteByLink(browser, server, account, bot);
  expect(await collectProblems(page, { ...firstPlaces, invitation }, 'en')).toEqual([]);
});

test('pages of an account', async ({ own: page, bot, server }) => {
  // Tables with something in them.
  await fetch(`${server.url}/v1/send-batch-update`, {
    method: 'POST',
    headers: { 'Api-Key': bot.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify([5, { date: new Date().toISOString(), update: 'not an update' }]),
  });
  await launch(server, bot, ['source-poster_medium-street-between-two-very-long-houses']);
  const text = 'A text that users send';
  const command = { text, state: 'Term', count: 12, users: 4, found_at: '2026-11-01T00:00:00Z' };
  await page.route(`**/api/bots/${bot.key}/hidden-commands`, (route) =>
    route.fulfill({ json: { status: 'success', data: [command] } }),
  );
  expect(await collectProblems(page, accountPlaces(bot.key), 'ru')).toEqual([]);
});

test('pages of the demo: every report has numbers and an explanation', async ({ page, demoServer }) => {
  await demoServer.settled();
  await page.goto('/?demo=1&lang=en');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const violations: string[] = [];
  for (const [name, place] of Object.entries(demoPlaces)) {
    await visit(page, place, 'en');
    if (name in reportTypes) await expectLife(page, name as ReportType);
    // Reports of one shape differ by their words and numbers.
    const isJudged = test.info().config.metadata.isLongRun === true || name in onePerShape();
    if (isJudged) violations.push(...(await judge(page, name)));
    violations.push(...(await tooWide(page, name)));
  }
  expect(violations).toEqual([]);
});

async function expectLife(page: Page, type: ReportType): Promise<void> {
  await test.step(type, async () => {
    if (reportTypes[type].shape === 'series') {
      const { rows, totals } = await readTable(page);
      expect(rows).toHaveLength(type === 'activity_hours' ? 24 : 30);
      expect(Object.values(totals).some((figure) => /[1-9]/.test(figure))).toBe(true);
    } else {
      const table = page.getByRole('region', { name: 'Table' }).getByRole('table');
      await expect(table.locator('tbody tr').first()).toContainText(/[1-9]/);
      await expect(table.locator('tfoot')).toContainText(/[1-9]/);
    }
    await page.getByRole('button', { name: 'How is this counted?' }).click();
    const drawer = page.getByRole('dialog', { name: 'How is this counted?' });
    await expect(drawer.getByRole('heading', { level: 3 })).toBeVisible();
    await expect(drawer).toContainText('An update that arrives twice counts once');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });
}

/** One report of each shape, and the pages that are no reports. */
const onePerShape = (): Places => {
  const shapes = new Map<string, string>();
  for (const [type, { shape }] of Object.entries(reportTypes)) if (!shapes.has(shape)) shapes.set(shape, type);
  const representatives = new Set(shapes.values());
  return Object.fromEntries(
    Object.entries(demoPlaces).filter(([name]) => !(name in reportTypes) || representatives.has(name)),
  );
};

test('pages of the demo in Russian fit a phone', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/?demo=1&lang=ru`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const violations: string[] = [];
  for (const [name, place] of Object.entries(onePerShape())) {
    await visit(page, place, 'ru');
    violations.push(...(await tooWide(page, `${name} (ru)`)));
  }
  expect(violations).toEqual([]);
});
