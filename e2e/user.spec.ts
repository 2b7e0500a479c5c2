import { readFileSync } from 'node:fs';
import { startJourney } from '@botscope/testkit/journey.ts';
import type { Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import type { TestBot } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';

/** Anna has written once; there is a list without her. */
async function meetAnna(page: Page, server: TestServer, bot: TestBot): Promise<number> {
  const journey = startJourney({ from: '2026-11-20T10:00:00Z', bot: bot.name, seed: bot.name });
  const anna = journey.user('Anna', { username: 'anna_writes' });
  anna.sends('/start ads');
  expect(await push(server, bot, journey.updates)).toBe(200);
  const list = { name: 'Regulars', kind: 'list', members: { user_ids: [4_242] } };
  const answer = await page.request.post(`/api/bots/${bot.key}/segments`, { data: list });
  expect(answer.status(), await answer.text()).toBe(200);
  return anna.user.id;
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
};

test('a user’s panel and actions: notes, a colleague, lists, mailings, the file, erasing', async ({
  own: page,
  server,
  bot,
}) => {
  const userId = await meetAnna(page, server, bot);
  await test.step('the panel and the privacy tab break no rule of WCAG 2.2 AA, on a desktop and a phone, in both languages', async () => {
    const violations: string[] = [];
    for (const [lang, actions, note, emptyText] of [
      ['en', 'Actions', 'New note', 'In no segment or list.'],
      ['ru', 'Действия', 'Новая заметка', 'Не входит ни в один сегмент или список.'],
    ] as const) {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(`/users/${userId}?bot=${bot.key}&lang=${lang}&tab=profile`);
        await expect(page.getByRole('heading', { level: 1, name: 'Anna' })).toBeVisible();
        await expect(page.getByRole('textbox', { name: note })).toBeVisible();
        await expect(page.getByText(emptyText)).toBeVisible();
        await page.getByRole('button', { name: actions, exact: true }).click();
        await expect(page.getByRole('menuitem').first()).toBeVisible();
        violations.push(...(await judge(page, `${lang} ${width}`)));
        const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(wide, `${lang} ${width}`).toBeLessThanOrEqual(0);
        await page.goto(`/bots/${bot.key}?tab=privacy&lang=${lang}`);
        await expect(page.getByRole('textbox').first()).toBeVisible();
        await expect(page.getByText('/privacy', { exact: true })).toBeVisible();
        violations.push(...(await judge(page, `privacy, ${lang} ${width}`)));
      }
    }
    expect(violations).toEqual([]);
  });

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/users/${userId}?bot=${bot.key}&lang=en`);
  await expect(page.getByRole('heading', { level: 1, name: 'Anna' })).toBeVisible();

  await test.step('a note is written, changed, deleted and taken back', async () => {
    const notes = section(page, 'Notes');
    await notes.getByRole('textbox', { name: 'New note' }).fill('Prefers mornings');
    await notes.getByRole('button', { name: 'Add note' }).click();
    await expect(notes.getByRole('listitem')).toContainText('Prefers mornings');
    await notes.getByRole('button', { name: /^Edit the note of/ }).click();
    await notes.getByRole('textbox', { name: 'Note', exact: true }).fill('Prefers evenings');
    await notes.getByRole('button', { name: 'Save' }).click();
    await expect(notes.getByRole('listitem')).toContainText('Prefers evenings');
    await notes.getByRole('button', { name: /^Delete the note of/ }).click();
    await expect(notes.getByRole('listitem')).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(notes.getByRole('listitem')).toBeVisible();
    await page.reload();
    await expect(notes.getByRole('listitem')).toContainText('Prefers evenings');
  });

  await test.step('a colleague is responsible', async () => {
    const responsible = page.getByRole('combobox', { name: 'Responsible' });
    const me = responsible.locator('option', { hasText: '(you)' });
    await expect(me).toBeAttached();
    await responsible.selectOption({ label: await me.innerText() });
    await expect(page.getByText(/is now responsible$/)).toBeVisible();
    await page.reload();
    await expect(responsible.locator('option:checked')).toContainText('(you)');
  });

  await test.step('the user is put on a list and taken off it', async () => {
    const segments = section(page, 'Segments');
    await expect(segments).toContainText('In no segment or list.');
    await segments.getByRole('button', { name: 'Add to a list' }).click();
    await page.getByRole('menuitem', { name: 'Regulars' }).click();
    await expect(segments.getByRole('link', { name: 'Regulars' })).toBeVisible();
    await segments.getByRole('button', { name: 'Remove from “Regulars”' }).click();
    await expect(segments).toContainText('In no segment or list.');
    const removedNotice = page.locator('span', { hasText: 'Removed from “Regulars”' });
    await removedNotice.getByRole('button', { name: 'Undo' }).last().click();
    await expect(segments.getByRole('link', { name: 'Regulars' })).toBeVisible();
  });

  await test.step('a user is excluded from the mailings with the keyboard', async () => {
    const button = page.getByRole('button', { name: 'Actions', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Write a message' })).toBeFocused();
    await page.keyboard.press('e');
    await expect(page.getByRole('menuitem', { name: 'Exclude from mailings' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Profile' })).toContainText('No mailings');
  });

  await test.step('writing moves the focus into the field, from another tab too', async () => {
    await page.getByRole('link', { name: 'Event log' }).click();
    await choose(page, 'Write a message');
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused();
  });

  await test.step('everything about the user is a file', async () => {
    const download = page.waitForEvent('download');
    await choose(page, 'Download all data');
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${bot.name}-${userId}.zip`);
    const bytes = readFileSync(await file.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.includes('Prefers evenings')).toBe(true);
  });

  await test.step('erasing asks for the ID first', async () => {
    await choose(page, 'Erase…');
    const dialog = page.getByRole('dialog', { name: `Erase user ${userId}` });
    await dialog.getByRole('radio', { name: 'Anonymise' }).check();
    await dialog.getByRole('textbox').fill('7');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await expect(dialog).toContainText(`This does not match. Type ${userId}`);
    expect(await judge(page, 'erase dialog')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Actions', exact: true })).toBeVisible();
  });
});
