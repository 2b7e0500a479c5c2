import { judge } from './fixtures/axe.ts';
import { visit } from './fixtures/places.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Days that are over: the demo's users go on living. */
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const month = `${day(31)}..${day(2)}`;

test('the demo on a phone: menu, filters, a table, conditions, users, and a campaign that is planned and taken back', async ({
  page,
  demoServer,
}) => {
  expect(demoServer.url).toContain('http');
  await demoServer.settled();
  await page.goto('/?demo=1');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await test.step('the menu opens, and closes after a choice', async () => {
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

  await test.step('filters are one row that scrolls, and the headline stands above y=250', async () => {
    await page.goto('/reports/users_graph?period=30d');
    const headline = page.getByText(/^[\d,]+ users$/).first();
    await expect(headline).toBeVisible();
    const { y = 999, height = 0 } = (await headline.boundingBox()) ?? {};
    // The demo's banner, which no other bot has, takes 53 of them.
    expect(y + height / 2).toBeLessThan(250 + 53);
    const filter = page.getByRole('button', { name: 'Filter', exact: true });
    await filter.scrollIntoViewIfNeeded();
    await expect(filter).toBeInViewport();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
  });

  await test.step('a table shows a number beside its days, and the questions leave room for the answer', async () => {
    await visit(page, '/reports/active_users?period=30d', 'ru');
    const table = page.getByRole('region', { name: 'Таблица' });
    const cell = table.locator('tbody tr').first().getByRole('cell').first();
    await cell.scrollIntoViewIfNeeded();
    const box = await cell.boundingBox();
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    const [first, last] = await Promise.all([
      page.getByRole('radiogroup', { name: 'Период' }).boundingBox(),
      page.getByRole('combobox', { name: 'Разбивка' }).boundingBox(),
    ]);
    expect((last?.y ?? 999) - (first?.y ?? 0)).toBeLessThan(140);
  });

  await test.step('the filter comes up as a sheet, and users fill the screen', async () => {
    await visit(page, `/reports/visitors?period=${month}`, 'ru');
    await page.getByRole('button', { name: 'Фильтр', exact: true }).tap();
    const editor = page.getByRole('dialog', { name: 'Условие' });
    await editor.getByRole('button', { name: 'Premium' }).tap();
    await editor.getByRole('checkbox', { name: 'Без Premium' }).check();
    const box = await editor.boundingBox();
    expect(box?.width).toBe(390);
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
    await editor.getByRole('button', { name: 'Применить' }).tap();
    await expect(page.getByRole('group', { name: 'Фильтр' })).toContainText('Premium: Без Premium');
    await page.getByRole('region', { name: 'Таблица' }).locator('tbody tr').first().getByRole('button').tap();
    await expect(
      page.getByRole('dialog', { name: 'Список пользователей' }).getByRole('listitem').first(),
    ).toBeVisible();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
  });

  await test.step('a newcomer plans a campaign and takes it back', async () => {
    await page.goto('/mailing?demo=1&lang=ru');
    await expect(page.getByText('Из демо ничего не уходит')).toBeVisible();
    await expect(page.getByRole('link', { name: 'New collection' })).toBeVisible();
    expect(await judge(page, 'рассылки демо')).toEqual([]);
    await page.getByRole('link', { name: 'New collection' }).tap();
    await expect(page.getByRole('button', { name: 'Копировать' })).toBeVisible();
    await page.getByRole('button', { name: 'Копировать' }).tap();
    await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue('New collection (копия)');
    await page.getByRole('link', { name: '3. Отправка' }).tap();
    await page.getByRole('radio', { name: 'В заданное время' }).click();
    await expect(page.getByText(/^Сообщение получ/)).toBeVisible();
    await page.getByRole('button', { name: 'Запланировать' }).tap();
    expect(await judge(page, 'вопрос')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Запланировать' }).tap();
    await expect(page.getByText(/^Начнётся /)).toBeVisible();
    await page.getByRole('button', { name: 'Вернуть в черновики' }).tap();
    await expect(page.getByText('Рассылка ещё не запущена.')).toBeVisible();
    expect(await judge(page, 'черновик')).toEqual([]);
  });
});
