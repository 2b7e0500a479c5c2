import type { Page } from '@playwright/test';
import { launch } from './fixtures/launch.ts';
import { expect, test } from './fixtures/test.ts';

const row = (page: Page, payload: string) =>
  page.getByRole('region', { name: 'Preview' }).getByRole('row').filter({ hasText: payload }).first();
const saveStatus = (page: Page, name: string) => page.getByRole('region', { name }).getByRole('status');

test('numbers and data retention; unsaved changes; hidden commands; launch links', async ({
  own: page,
  server,
  bot,
}) => {
  await test.step('numbers out of range, and a shorter retention', async () => {
    await page.goto(`/bots/${bot.key}?tab=data`);
    const gap = page.getByLabel('Session timeout, minutes');
    await expect(gap).toHaveValue('30');
    await gap.fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(gap).toHaveAccessibleDescription(/At least 5/);
    await expect(gap).toBeFocused();
    await gap.fill('45');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(saveStatus(page, 'Sessions')).toHaveText('Saved');

    const events = page.getByLabel('Events', { exact: true });
    await events.selectOption('90 days');
    const dialog = page.getByRole('dialog', { name: 'Keep events for only 90 days?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(events).toHaveValue('');
    await events.selectOption('90 days');
    await dialog.getByRole('button', { name: 'Delete older events' }).click();
    await expect(events).toHaveValue('90');
    await page.reload();
    await expect(gap).toHaveValue('45');
    await expect(events).toHaveValue('90');
  });

  await test.step('unsaved changes are not lost without a question', async () => {
    await page.goto(`/bots/${bot.key}?tab=data`);
    const gap = page.getByLabel('Session timeout, minutes');
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    const links = page.getByRole('link', { name: 'Launch links', exact: true });
    await gap.fill('55');
    await links.click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog).toBeHidden();
    await expect(gap).toHaveValue('55');

    const dialogs: string[] = [];
    page.on('dialog', (native) => {
      dialogs.push(native.type());
      void native.dismiss();
    });
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => dialogs).toEqual(['beforeunload']);
    await expect(gap).toHaveValue('55');

    await links.click();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page.getByRole('region', { name: 'Launch link rules' })).toBeVisible();
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await expect(gap).toHaveValue('45');
    await gap.fill('60');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(saveStatus(page, 'Sessions')).toHaveText('Saved');
    // Saved, or as before: nothing to ask.
    await gap.fill('50');
    await gap.fill('60');
    await links.click();
    await expect(page.getByRole('region', { name: 'Launch link rules' })).toBeVisible();
  });

  await test.step('hidden commands', async () => {
    // The list is made by a daily job; here it stands as the job would leave it.
    const hiddenCommand = { text: 'Catalogue', state: 'Term', count: 12, users: 4, found_at: '2026-11-01T00:00:00Z' };
    const decisions: string[] = [];
    await page.route(`**/api/bots/${bot.key}/hidden-commands`, (route) => {
      const body = route.request().postDataJSON() as { state: string } | null;
      if (body) {
        decisions.push(body.state);
        hiddenCommand.state = body.state;
      }
      return route.fulfill({ json: { status: 'success', data: [hiddenCommand] } });
    });
    await page.goto(`/bots/${bot.key}?tab=hidden`);
    const line = page.getByRole('row').filter({ hasText: 'Catalogue' });
    await page.getByRole('button', { name: 'Approve “Catalogue”' }).click();
    await expect(line).toContainText('Approved');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(line).toContainText('Found');
    await page.getByRole('button', { name: 'Reject “Catalogue”' }).click();
    await expect(line).toContainText('Rejected');
    expect(decisions).toEqual(['Stable', 'Term', 'Disabled']);

    await page.getByRole('switch', { name: 'Detect hidden commands' }).click();
    await expect(page.getByText('Off: only real commands and buttons are counted.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Detect hidden commands' })).not.toBeChecked();
  });

  await test.step('launch links: the preview follows the rules while they are typed; they are kept when saved', async () => {
    await launch(server, bot, ['source-poster_medium-street', 'source-poster_medium-street', 'plain']);
    await page.goto(`/bots/${bot.key}?tab=links`);
    await expect(row(page, 'source-news1_medium-email')).toContainText('none = source-news1_medium-email');
    await expect(row(page, 'source-poster_medium-street')).toContainText('2');

    await page.getByRole('radio', { name: 'All', exact: true }).check();
    await expect(row(page, 'source-news1_medium-email').getByRole('listitem')).toHaveText([
      'source = news1',
      'medium = email',
    ]);
    await expect(row(page, '_tgr_Xk2mQ1').getByRole('listitem')).toHaveText(['none = _tgr_Xk2mQ1']);
    await expect(row(page, 'source-poster_medium-street').getByRole('cell').nth(1)).toHaveText('poster');

    // A wrong separator is reported at its field at once, and nothing is requested with it.
    const separator = page.getByLabel('Between name and value');
    await separator.fill('_');
    await expect(separator).toHaveAccessibleDescription('The separators must differ');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(separator).toBeFocused();
    await separator.fill('-');

    await page.getByLabel('Your sample').fill(`https://t.me/${bot.name}?start=source-mine`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(row(page, 'source-mine').getByRole('listitem')).toHaveText(['source = mine']);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(saveStatus(page, 'Launch link rules')).toHaveText('Saved');

    await page.reload();
    await expect(page.getByRole('radio', { name: 'All', exact: true })).toBeChecked();
    await expect(row(page, 'source-mine').getByRole('listitem')).toHaveText(['source = mine']);
    await page.getByRole('button', { name: 'Remove sample source-mine' }).click();
    await expect(row(page, 'source-mine')).toHaveCount(0);

    await page.getByRole('radio', { name: 'Only specified' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Parameter names').first()).toBeFocused();
    await page.keyboard.type('medium,');
    await expect(row(page, 'source-news1_medium-email').getByRole('listitem')).toHaveText(['medium = email']);
  });
});
