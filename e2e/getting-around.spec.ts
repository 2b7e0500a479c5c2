import type { Page } from '@playwright/test';
import { createAxeBuilder } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

// As most users see it, with what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Rules of WCAG that the page breaks. */
const brokenRules = async (page: Page): Promise<string[]> => {
  const axe = (await createAxeBuilder(page)).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  return (await axe.analyze()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`);
};
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const demo = async (page: Page, place: string): Promise<void> => {
  await page.goto('/?demo=1');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto(place);
};

test.beforeEach(async ({ demoServer }) => {
  await demoServer.demoReady();
  await demoServer.settled();
});

test.describe('a desktop screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('one group is open at a time, pins stay, and all of it fits', async ({ own: page, bot }) => {
    expect(bot.key).not.toBe('');
    const menu = mainMenu(page);
    await page.goto('/reports/rejection');
    await expect(menu.getByRole('link', { name: 'Bounce rate' })).toHaveAttribute('aria-current', 'page');
    await menu.getByRole('button', { name: 'Users', exact: true }).press('Enter');
    await expect(menu.getByRole('link', { name: 'Bounce rate' })).toHaveCount(0);
    // The group that was opened last, on a page without one; the group of the page on show in any case.
    await page.goto('/bots');
    await expect(menu.getByRole('link', { name: 'Retention' })).toBeVisible();
    await page.goto('/targets');
    await expect(menu.getByRole('link', { name: 'Target settings' })).toHaveAttribute('aria-current', 'page');

    for (const type of ['new_users', 'retention', 'sum_income', 'utm_summary', 'rejection']) {
      await page.goto(`/reports/${type}`);
      await page.getByRole('button', { name: /^Pin to menu: / }).click();
    }
    const pins = menu.getByRole('list', { name: 'Pinned' });
    await expect(pins.getByRole('link')).toHaveText(['New users', 'Retention', 'Income', 'UTM summary', 'Bounce rate']);
    await page.reload();
    await expect(pins.getByRole('link')).toHaveCount(5);
    // Behaviour, the largest group, is open.
    await expect(menu.getByRole('link', { name: 'Events' })).toBeVisible();
    const height = 'document.querySelector("aside").scrollHeight';
    expect(await page.evaluate<number>(height)).toBeLessThanOrEqual(900);
    // No other group is higher; each opens by keyboard.
    for (const name of ['People', 'Conversions', 'Tools', 'Sources', 'Users', 'Apps and websites', 'Sessions']) {
      await menu.getByRole('button', { name, exact: true }).press('Enter');
      await expect(menu.getByRole('list', { name, exact: true })).toBeVisible();
      expect([name, (await page.evaluate<number>(height)) <= 900]).toEqual([name, true]);
    }
    await menu.getByRole('button', { name: 'Tools', exact: true }).press('Enter');
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link', { name: 'UTM builder' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Code for site' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Code for site' })).toHaveAttribute('aria-current', 'page');
    await menu.getByRole('link', { name: 'Mini Apps' }).click();
    await expect(menu.getByRole('link', { name: 'Mini Apps' })).toHaveAttribute('aria-current', 'page');
    await page.goto('/reports/visitors');
    await expect(page.getByRole('button', { name: /^Pin to menu: / })).toBeDisabled();
    await pins.getByRole('link', { name: 'Income' }).click();
    const pin = page.getByRole('button', { name: 'Pin to menu: Income' });
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await pin.click();
    await expect(pins.getByRole('link')).toHaveCount(4);
  });

  test('the menu before the first bot, the palette, the dashboard’s questions and single-key shortcuts', async ({
    own: page,
  }) => {
    await test.step('the menu holds only what works before the first bot', async () => {
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Connect your first bot' })).toBeVisible();
      const menu = mainMenu(page);
      await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Profile']);
      await expect(menu.getByRole('button', { name: 'What’s new' })).toBeVisible();
      await menu.getByRole('button', { name: 'What’s new' }).click();
      await expect(page.getByRole('dialog', { name: 'What’s new' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('complementary').getByRole('link', { name: 'Add bot' })).toBeVisible();
      await menu.getByRole('button', { name: 'Explore the demo' }).click();
      await expect(page.getByRole('region', { name: 'Key numbers' })).toBeVisible();
    });

    await test.step('the palette, by keyboard', async () => {
      await demo(page, '/reports/new_users?period=7d&filter=premium:yes');
      await expect(page.getByRole('heading', { level: 1, name: 'New users' })).toBeVisible();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: /^Search pages/ });
      await expect(field).toBeFocused();
      expect(await brokenRules(page)).toEqual([]);
      await field.fill('ret');
      const first = page.getByRole('option', { name: /^Retention/ });
      await expect(first).toHaveAttribute('aria-selected', 'true');
      await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('option', { name: /^Returned users/ })).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'Retention' })).toBeFocused();
      // The chosen period and filter go along to the next report.
      await expect(page).toHaveURL(/period=7d.*filter=premium:yes/);

      await page.keyboard.press('/');
      await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(/^Retention/);
      await field.fill('zebra');
      await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('heading', { level: 1, name: 'Retention' })).toBeFocused();
    });

    await test.step('dates, comparison and filters of the dashboard', async () => {
      await demo(page, '/');
      await page
        .getByRole('button', { name: /20\d\d/ })
        .first()
        .click();
      const panel = page.getByRole('dialog', { name: 'Date range' });
      await panel.getByLabel('From').fill('tomorrow');
      await panel.getByRole('button', { name: 'Apply' }).click();
      await expect(panel.getByLabel('From')).toBeFocused();
      await expect(panel).toContainText('Use a date like');
      await panel.getByRole('button', { name: 'Yesterday' }).click();
      await expect(page).toHaveURL(/period=yesterday/);
      await page.goto('/?period=30d');
      await page.getByRole('combobox', { name: 'Compare' }).selectOption({ label: 'Custom dates…' });
      await expect(page).toHaveURL(/compare=custom&compare_period=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/);
      await page.getByRole('button', { name: 'catalog', exact: true }).click();
      await expect(page).toHaveURL(/filter=command:catalog/);
      await expect(page.getByRole('button', { name: /^Edit: Command or button: catalog|^Change: / })).toBeVisible();
      await page.getByRole('link', { name: 'Open report: Growth' }).click();
      await expect(page).toHaveURL(/\/reports\/users_graph\?.*compare=custom.*filter=command:catalog/);
      // Before the bot's first event nothing is known.
      await page.goto('/reports/new_users?period=all');
      await expect(page.getByText(/no data before/)).toBeVisible();
    });

    await test.step('D, W, M and ?', async () => {
      await demo(page, '/reports/new_users?period=90d');
      const detail = page.getByRole('radiogroup', { name: 'Detail' });
      await expect(detail.getByRole('radio', { name: 'Day' })).toBeChecked();
      await page.keyboard.press('w');
      await expect(page).toHaveURL(/detail=week/);
      await page.keyboard.press('m');
      await expect(detail.getByRole('radio', { name: 'Month' })).toBeChecked();
      await page
        .getByRole('button', { name: /2026|20\d\d/ })
        .first()
        .click();
      await page.getByLabel('From').fill('d');
      await page.keyboard.press('Escape');
      await expect(detail.getByRole('radio', { name: 'Month' })).toBeChecked();

      await page.keyboard.press('?');
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(list).toContainText('Show by week');
      expect(await brokenRules(page)).toEqual([]);
      await list.getByRole('switch', { name: 'Single-key shortcuts' }).click();
      await page.keyboard.press('Escape');
      await page.keyboard.press('d');
      await expect(detail.getByRole('radio', { name: 'Month' })).toBeChecked();
    });
  });
});
