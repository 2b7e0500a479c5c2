import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startJourney } from '@botscope/testkit/journey.ts';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../scripts/lib/chromium.mjs';
import { ensureDashboard } from '../scripts/lib/dashboard.mjs';
import { createAccount, signIn } from './fixtures/operator.ts';
import { visit } from './fixtures/places.ts';
import { push } from './fixtures/push.ts';
import { startServer } from './fixtures/server.ts';

// Draws the pictures of the README from a demo server of its own: `npx node e2e/screenshots.ts`.
const folder = fileURLToPath(new URL('../docs/images', import.meta.url));
/** Larger pictures make the README slow to open. */
const maxBytes = 300_000;
const desktop = { width: 1280, height: 860 };
const phone = { width: 390, height: 844 };

await ensureDashboard();
const chromiumBinary = await ensureChromium();
if (!chromiumBinary) throw new Error('no Chromium to draw with');
await mkdir(folder, { recursive: true });
const server = await startServer({ demo: true });
const browser = await chromium.launch({ executablePath: chromiumBinary.path, args: chromiumBinary.args });

async function draw(name: string, options: BrowserContextOptions, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  await act(page);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  await context.close();
  const { size } = await stat(path);
  if (size > maxBytes) throw new Error(`${name}.png has ${size} bytes, at most ${maxBytes}`);
  console.log(`docs/images/${name}.png: ${Math.round(size / 1_000)} kB`);
}

async function openDemo(page: Page, lang: 'en' | 'ru'): Promise<void> {
  await page.goto(`/?demo=1&lang=${lang}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

try {
  await server.demoReady();
  await server.settled();
  await draw('home', { viewport: desktop, colorScheme: 'light' }, async (page) => {
    await openDemo(page, 'en');
    await visit(page, '/?period=30d', 'en');
  });
  await draw('report-dark', { viewport: desktop, colorScheme: 'dark' }, async (page) => {
    await openDemo(page, 'en');
    await visit(page, '/reports/messages_from_user?period=30d', 'en');
  });
  await draw(
    'phone-ru',
    { viewport: phone, deviceScaleFactor: 2, colorScheme: 'light', isMobile: true, hasTouch: true },
    async (page) => {
      await openDemo(page, 'ru');
      await visit(page, '/?period=30d', 'ru');
    },
  );
  await draw('wizard', { viewport: desktop, colorScheme: 'light' }, async (page) => {
    await signIn(page.context(), server, await createAccount(server));
    await visit(page, '/add-bot', 'en');
    await page.getByLabel('Bot name').fill('flower_shop_bot');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('radio', { name: 'API' }).check();
    await page.getByRole('button', { name: 'Create bot' }).click();
    const apiKey = await page.getByRole('status', { name: 'API key' }).innerText();
    const journey = startJourney({ from: new Date().toISOString(), bot: 'flower_shop_bot' });
    journey.user('Anna').sends('/start');
    await push(server, { apiKey }, journey.updates);
    await page.getByText('The first update has arrived').waitFor();
  });
} finally {
  await browser.close();
  await server.remove();
}
