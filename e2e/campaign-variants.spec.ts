import { judge } from './fixtures/axe.ts';
import { shoot } from './fixtures/shots.ts';
import { expect, test } from './fixtures/test.ts';

test('a message in two languages and two variants, tested, with a control group', async ({ own: page, bot, shop }) => {
  const users = 24;
  // Each user is drawn for it apart: 30 % of a few are not always as many.
  let controlGroupSize = 0;
  const controlGroup = async (): Promise<number> => {
    const answer = await page.request.get(
      `/api/bots/${bot.key}${new URL(page.url()).pathname.replace('/mailing/campaign', '/campaigns')}`,
    );
    return ((await answer.json()) as { data: { control_group: number } }).data.control_group;
  };
  await shop.meet(
    ...Array.from({ length: users }, (_, index) => ({
      first_name: `User ${index}`,
      language_code: index % 2 === 0 ? 'ru' : 'en',
    })),
  );
  const shot = (name: string): Promise<void> => shoot(page, name);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  const saveNotice = page.getByText('Saved', { exact: true });

  await test.step('the audience keeps a part back', async () => {
    await page.goto(`/mailing/edit-campaign?bot=${bot.key}`);
    await page.getByRole('checkbox', { name: 'Send nothing to a part of the audience' }).check();
    await page.getByRole('textbox', { name: 'Part of the audience' }).fill('30');
    await expect(saveNotice).toBeVisible();
    await shot('audience');
    expect(await judge(page, 'control group')).toEqual([]);
  });

  await test.step('languages and variants are written apart', async () => {
    await page.getByRole('link', { name: '2. Message' }).click();
    await field.fill('Hello');
    await page.getByRole('button', { name: 'Add a language' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a language' });
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption('Russian');
    expect(await judge(page, 'language')).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page).toHaveURL(/language=ru/);
    await expect(field).toHaveValue('Hello');
    await field.fill('Привет');
    await page.getByRole('button', { name: 'Compare variants (A/B)' }).click();
    await expect(page).toHaveURL(/variant=B/);
    await expect(field).toHaveValue('Hello');
    await field.fill('');
    await page.getByRole('navigation', { name: 'Languages' }).getByRole('link', { name: 'Russian' }).click();
    await expect(field).toHaveValue('Привет');
    await field.fill('Здравствуйте');
    await expect(saveNotice).toBeVisible();
    await shot('message-b-ru');
    expect(await judge(page, 'versions')).toEqual([]);
  });

  await test.step('a version that cannot be sent is named', async () => {
    await page.getByRole('link', { name: '3. Sending' }).click();
    const problems = page.getByRole('list', { name: 'Problems' });
    await expect(problems).toContainText('Variant B · Default');
    await problems.getByRole('link', { name: 'Message' }).click();
    await expect(page).toHaveURL(/variant=B/);
    await field.fill('Hi there');
  });

  await test.step('a test with a winner', async () => {
    await page.getByRole('radio', { name: 'A part first, then the winner' }).click();
    await page.getByRole('textbox', { name: 'Part that gets them first' }).fill('50');
    await expect(saveNotice).toBeVisible();
    await shot('message-test');
    expect(await judge(page, 'comparison')).toEqual([]);
    await page.reload();
    await expect(field).toHaveValue('Hi there');
    await page.getByRole('link', { name: '3. Sending' }).click();
    await expect(page.getByText('About 7 users are in the control group.')).toBeVisible();
    await shot('sending');
    expect(await judge(page, 'sending')).toEqual([]);
    await page.getByRole('button', { name: 'Start sending' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start sending' }).click();
    await expect(page).toHaveURL(/\/mailing\/campaign\/\d+/);
  });

  await test.step('the rest waits for the winner, who is chosen by hand', async () => {
    await expect(page.getByText(/^Waits for the winner until/)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('heading', { name: 'Versions compared' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Control group', exact: true })).toBeVisible();
    await expect(page.getByRole('table', { name: 'By variant' })).toBeVisible({ timeout: 30_000 });
    controlGroupSize = await controlGroup();
    await expect(page.getByText(`who were sent the message and ${controlGroupSize} who were not`)).toBeVisible({
      timeout: 30_000,
    });
    // No speed: nothing is sent until there is a winner.
    await expect(page.getByText(/messages per second/)).toBeHidden();
    await shot('waits');
    expect(await judge(page, 'waits')).toEqual([]);
    await page.getByRole('button', { name: 'Send variant B' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send variant B to the rest?' });
    expect(await judge(page, 'winner')).toEqual([]);
    await dialog.getByRole('button', { name: 'Send variant B' }).click();
    await expect(page.getByText(/^Variant B was chosen by hand on/)).toBeVisible();
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible({
      timeout: 60_000,
    });
    await page.getByRole('combobox', { name: 'Variant' }).selectOption('Variant B');
    await expect(page).toHaveURL(/variant=B/);
    await expect(page.getByRole('cell', { name: /Variant B · Russian/ }).first()).toBeVisible();
    await shot('done');
    expect(await judge(page, 'done')).toEqual([]);
  });

  await test.step('the comparison of versions works on a phone, in Russian, in the dark', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${page.url()}&lang=ru`);
    await expect(page.getByRole('heading', { name: 'Сравнение версий' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'По вариантам' })).toBeVisible({ timeout: 30_000 });
    const summaryText = `Отправлено: ${users - controlGroupSize}, в контрольной группе: ${controlGroupSize}`;
    await expect(page.getByText(summaryText)).toBeVisible({ timeout: 30_000 });
    await shot('phone');
    expect(await judge(page, 'phone')).toEqual([]);
  });
});
