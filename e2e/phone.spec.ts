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
