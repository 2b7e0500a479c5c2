import type { Locator, Page } from '@playwright/test';
import { visit } from './fixtures/places.ts';
import { expect, test } from './fixtures/test.ts';

async function openDemo(page: Page, place: string): Promise<void> {
  await page.goto('/?demo=1&lang=en');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await visit(page, place, 'en');
}

/** With the keyboard alone: nothing is pointed at. */
async function press(page: Page, button: Locator, key = 'Enter'): Promise<void> {
  await button.focus();
  await page.keyboard.press(key);
}

test('sign-in, menus, sign-out, panels and conditions by keyboard alone', async ({
  page,
  account,
  bot,
  demoServer,
}) => {
  const focusedName = () =>
    page.evaluate<string>(
      'document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText ?? ""',
    );
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let presses = 0; presses < 120; presses += 1) {
      if (name.test((await focusedName()).trim())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never reached ${name}`);
  };
  await page.goto('/signin');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(account.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  // The first stop of every page is the way past the menu.
  await page.goto('/bots');
  await expect(page.getByRole('rowheader', { name: bot.name })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();

  await tabTo(/^Behaviour$/);
  await page.keyboard.press('Enter');
  await tabTo(/^Bounce rate$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Bounce rate' })).toBeFocused();

  await tabTo(/^Appearance/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused();
  await page.keyboard.press('d');
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Appearance/ })).toBeFocused();

  await tabTo(/^Account: /);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/signin/);

  await demoServer.settled();
  await test.step('panels', async () => {
    await openDemo(page, '/reports/new_users?period=30d');
    const helpButton = page.getByRole('button', { name: 'How is this counted?' });
    await press(page, helpButton);
    await expect(page.getByRole('dialog', { name: 'How is this counted?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(helpButton).toBeFocused();

    const number = page.getByRole('region', { name: 'Table' }).locator('tbody tr').first().getByRole('button');
    await press(page, number);
    await expect(page.getByRole('dialog', { name: 'Users behind this number' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(number).toBeFocused();
  });

  await test.step('conditions', async () => {
    await openDemo(page, '/reports/visitors?period=30d');
    const bar = page.getByRole('group', { name: 'Filter' });
    await press(page, bar.getByRole('button', { name: 'Filter', exact: true }));
    const editor = page.getByRole('dialog', { name: 'Condition' });
    await press(page, editor.getByRole('button', { name: 'Premium' }));
    await press(page, editor.getByRole('checkbox', { name: 'No Premium' }), 'Space');
    await press(page, editor.getByRole('button', { name: 'Apply' }));
    await expect(bar.getByRole('button', { name: /^Change: Premium/ })).toBeFocused();

    await press(page, bar.getByRole('button', { name: /^Remove: Premium/ }));
    await expect(bar.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();

    await visit(page, '/reports/event_stat?period=30d', 'en');
    const lines = page.getByRole('region', { name: 'Events' }).getByRole('button', { pressed: true });
    const [first, second] = [lines.nth(0), await lines.nth(1).innerText()];
    await press(page, first);
    await expect(lines.nth(0)).toHaveText(second, { useInnerText: true });
    await expect(lines.nth(0)).toBeFocused();
  });
});
