import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';

// As most users see it, with what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const toasts = (page: Page) => page.getByRole('alert').filter({ visible: true });

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const measureBoxes = async (all: Locator): Promise<Box[]> => {
  const boxes = await Promise.all((await all.all()).map((each) => each.boundingBox()));
  return boxes.filter((box) => box !== null);
};

/** Buttons and links of the top bar and beside the heading that a toast lies over. */
async function covered(page: Page): Promise<Box[]> {
  // A toast slides in: what is looked at are the places where they come to rest.
  await page.evaluate('Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null)))');
  const head = page.locator('main h1').locator('xpath=../..');
  const actions = await measureBoxes(page.getByRole('banner').or(head).getByRole('button').or(head.getByRole('link')));
  expect(actions.length).toBeGreaterThan(2);
  const toastBoxes = await measureBoxes(toasts(page));
  return actions.filter((action) => toastBoxes.some((toast) => meet(action, toast)));
}

const screens = {
  'a desktop': { viewport: { width: 1280, height: 800 } },
  'a phone': { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  'a phone in landscape': { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true },
};

test('toasts leave the buttons of a page free on every screen: what was paused is resumed at once', async ({
  own,
  bot,
  browser,
  watch,
}) => {
  const createEntry = async (kind: string, data: object) => {
    const answer = await own.request.post(`/api/bots/${bot.key}/${kind}`, { data });
    return ((await answer.json()) as { data: { app_id?: number; site_id?: number } }).data;
  };
  const { app_id } = await createEntry('mini-apps', { system_name: 'shop', origins: [] });
  const options = { link_mode: 'readable', decorate_links: { payload: false }, consent: 'auto', gpc: 'tickets' };
  const { site_id } = await createEntry('websites', { name: 'Shop', domains: ['shop.example.com'], options });
  const storageState = await own.context().storageState();
  for (const [name, screen] of Object.entries(screens)) {
    await test.step(name, async () => {
      const context = await browser.newContext({ ...screen, storageState });
      const page = await context.newPage();
      await watch.follow(page);
      for (const place of [`/webapps/${app_id}`, `/code4-site/${site_id}`]) {
        await page.goto(place);
        const pause = page.getByRole('button', { name: 'Pause', exact: true });
        const resume = page.getByRole('button', { name: 'Resume', exact: true });
        // As many as are shown at a time, with the mouse where it was: it would keep open a toast that lay there.
        for (const button of [pause, resume, pause]) {
          await button.click();
          await expect(toasts(page).first()).toBeVisible();
          expect(await covered(page)).toEqual([]);
        }
        await resume.click();
        await expect(pause).toBeVisible();
      }
      await context.close();
    });
  }
});
