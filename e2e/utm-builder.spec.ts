import { readFile } from 'node:fs/promises';
import { api, type StartRules } from '@botscope/contract';
import type { Locator, Page } from '@playwright/test';
import { launch } from './fixtures/launch.ts';
import type { TestBot } from './fixtures/operator.ts';
import { expect, test } from './fixtures/test.ts';

const pairs: StartRules = {
  type: 'all',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'source',
};

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

async function useRules(page: Page, bot: TestBot, rules: StartRules): Promise<void> {
  const path = api.setSettings.path.replace('{key}', bot.key);
  const answer = await page.context().request.post(`/api${path}`, { data: { start_rules: rules } });
  expect(answer.status()).toBe(200);
}

const value = (page: Page, name: string): Locator => page.getByRole('combobox', { name: `Value of ${name}` });
const link = (page: Page): Locator => page.getByRole('status', { name: 'Link address' });
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const copied = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()');
/** Suggestions of the field would lie over what is below it. */
const leave = (page: Page): Promise<void> => page.keyboard.press('Tab');

test('parts become a link by the rules of the bot; too long, or with letters that Telegram refuses', async ({
  own: page,
  bot,
}) => {
  await test.step('a link is built, copied, drawn, kept', async () => {
    await useRules(page, bot, pairs);
    await page.goto('/utm-builder');
    // The first page of a server that is still making its demo takes its time.
    await value(page, 'source').waitFor();
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeDisabled();
    await value(page, 'source').fill('news1');
    await value(page, 'medium').fill('my_mail');
    await expect(value(page, 'medium')).toHaveAccessibleDescription(/Cannot contain _/);
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeDisabled();
    await value(page, 'medium').fill('e-mail');
    const url = `https://t.me/${bot.name}?start=source-news1_medium-e-mail`;
    await expect(link(page)).toHaveText(url);
    await expect(section(page, 'Link')).toContainText('26 of 64 characters');
    await expect(section(page, 'Link')).toContainText('Source in reports: news1');
    await leave(page);
    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await copied(page)).toBe(url);
    await expect(section(page, 'Recent links').getByRole('listitem')).toHaveText([new RegExp(url.replace('?', '\\?'))]);

    // The address holds what is being made.
    await expect(page).toHaveURL(/parts=source:news1,medium:e-mail,campaign:|parts=source%3Anews1/);
    await page.reload();
    await expect(link(page)).toHaveText(url);

    const image = page.getByRole('img', { name: `QR code: ${url}` });
    await expect(image).toHaveJSProperty('complete', true);
    await expect(image).not.toHaveJSProperty('naturalWidth', 0);
    const download = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
    };
    const svg = await download('Download SVG');
    expect(svg.name).toBe(`qr-${bot.name}-source-news1_medium-e-mail.svg`);
    expect(svg.content.toString()).toMatch(/^<svg xmlns=.* fill="#fff"\/><path .* fill="#000"\/><\/svg>$/);
    const png = await download('Download PNG');
    expect(png.content.subarray(1, 4).toString()).toBe('PNG');
    // Width and height stand in the first chunk.
    expect(png.content.readUInt32BE(16)).toBeGreaterThanOrEqual(1_024);
    expect(png.content.readUInt32BE(20)).toBe(png.content.readUInt32BE(16));
  });

  await test.step('a value that is too long or has invalid letters is reported', async () => {
    await useRules(page, bot, pairs);
    await page.goto('/utm-builder');
    await value(page, 'source').fill('новости 1');
    await expect(value(page, 'source')).toHaveAccessibleDescription(/Telegram allows only a–z.* н о в с т и space/);
    await value(page, 'source').fill('x'.repeat(58));
    await expect(section(page, 'Link').getByRole('alert')).toHaveText('1 character too long: Telegram would drop it');
    await leave(page);
    await page.getByRole('radiogroup', { name: 'Destination' }).getByText('Mini App').click();
    await page.getByLabel('Short name of the Mini App').fill('shop');
    await expect(link(page)).toHaveText(`https://t.me/${bot.name}/shop?startapp=source-${'x'.repeat(58)}`);
    await expect(section(page, 'Link')).toContainText('65 of 512 characters');
  });
});

test('a whole payload with suggestions, a pasted link, templates, and the history', async ({
  own: page,
  server,
  bot,
  watch,
}) => {
  await test.step('suggestions', async () => {
    await launch(server, bot, ['spring_sale', 'spring_sale', 'poster']);
    await server.settled();
    await page.goto('/utm-builder');
    const field = page.getByRole('combobox', { name: 'Payload' });
    await field.click();
    await expect(page.getByRole('option').first()).toContainText('spring_sale');
    await expect(page.getByRole('option').first()).toContainText('2 users in 90 days');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('spring_sale');
    await expect(link(page)).toHaveText(`https://t.me/${bot.name}?start=spring_sale`);
  });

  await test.step('a pasted link', async () => {
    watch.allows(/POST \/api\/bots\/\w+\/utm-links\/read 400/);
    await useRules(page, bot, pairs);
    await page.goto('/utm-builder');
    await page.getByText('Parse a link', { exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Link or payload' });
    await field.fill('https://example.com/?start=x');
    await expect(field).toHaveAccessibleDescription('This is not a bot link or a launch payload');
    await field.fill('tg://resolve?domain=other_bot&start=source-news1_medium-email_spring');
    const result = section(page, 'Result');
    await expect(result).toContainText('This link opens @other_bot');
    await field.fill(`https://t.me/${bot.name}?start=source%2Dnews1_medium-email_spring`);
    await expect(result).not.toContainText('This link opens');
    await expect(result.getByRole('row')).toHaveText([
      'ParameterValue',
      /source.*news1/,
      /medium.*email/,
      /none.*spring/,
    ]);
    await page.reload();
    await expect(result.getByRole('row')).toHaveCount(4);
    await result.getByRole('link', { name: 'Edit in the builder' }).click();
    await expect(value(page, 'source')).toHaveValue('news1');
    await expect(link(page)).toHaveText(`https://t.me/${bot.name}?start=source-news1_medium-email_spring`);
    await page.goBack();
    await expect(field).toHaveValue(/source%2Dnews1/);
  });

  await test.step('templates are saved, used and removed; the history is copied, changed and drawn again', async () => {
    await useRules(page, bot, pairs);
    await page.goto('/utm-builder');
    await value(page, 'medium').fill('email');
    await leave(page);
    await page.getByRole('button', { name: 'Save as a template' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Newsletter');
    await page.keyboard.press('Enter');
    const templates = section(page, 'Templates');
    await expect(templates.getByRole('listitem').first()).toContainText('Newsletter');
    await expect(templates).toContainText('source = fill in');

    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(value(page, 'medium')).toHaveValue('');
    await page.getByRole('button', { name: 'Use template Newsletter' }).click();
    await expect(value(page, 'medium')).toHaveValue('email');
    for (const source of ['one', 'two']) {
      await value(page, 'source').fill(source);
      await leave(page);
      await page.getByRole('button', { name: 'Copy link', exact: true }).click();
      await expect(section(page, 'Recent links')).toContainText(`source-${source}_medium-email`);
    }
    const history = section(page, 'Recent links').getByRole('listitem');
    await expect(history).toHaveText([/source-two/, /source-one/]);
    await page.getByRole('button', { name: 'Copy link source-one_medium-email' }).click();
    // Using the same link again moves it to the top.
    await expect(history).toHaveText([/source-one/, /source-two/]);
    expect(await copied(page)).toBe(`https://t.me/${bot.name}?start=source-one_medium-email`);
    await page.getByRole('button', { name: 'QR code of source-two_medium-email' }).click();
    const dialog = page.getByRole('dialog', { name: 'QR code of the link' });
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Change source-two_medium-email' }).click();
    await expect(value(page, 'source')).toHaveValue('two');

    await page.getByRole('button', { name: 'Remove template Newsletter' }).click();
    await expect(templates.getByRole('listitem')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(templates.getByRole('listitem').first()).toContainText('Newsletter');
  });
});

test('the builder shows a way on without a bot; in the demo links are made but not kept', async ({
  page,
  own,
  demoServer,
}) => {
  expect(demoServer.url).toContain('http');
  await own.goto('/utm-builder');
  await expect(own.getByRole('heading', { name: 'No bot yet' })).toBeVisible();
  await expect(own.getByRole('main').getByRole('link', { name: 'Add bot' })).toBeVisible();
  await page.goto('/?demo=1');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto('/utm-builder');
  await value(page, 'source').fill('spring');
  await leave(page);
  await page.getByRole('button', { name: 'Copy link', exact: true }).click();
  expect(await copied(page)).toMatch(/^https:\/\/t\.me\/\w+\?start=source-spring$/);
  await expect(page.getByRole('button', { name: 'Save as a template' })).toHaveCount(0);
});

test.describe('a phone screen, in Russian', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a link is made and read', async ({ own: page, bot }) => {
    await useRules(page, bot, pairs);
    await page.goto('/utm-builder?lang=ru');
    await expect(page.getByRole('heading', { level: 1, name: 'UTM-конструктор' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Значение source' }).fill('афиша');
    await expect(page.getByRole('combobox', { name: 'Значение source' })).toHaveAccessibleDescription(/Нельзя: а/);
    await page.getByRole('combobox', { name: 'Значение source' }).fill('afisha');
    await page.getByRole('button', { name: 'Добавить параметр' }).tap();
    await page.getByRole('combobox', { name: 'Параметр 4', exact: true }).fill('city');
    await page.getByRole('combobox', { name: 'Значение city' }).fill('kazan');
    await leave(page);
    await expect(page.getByRole('status', { name: 'Готовая ссылка' })).toHaveText(
      `https://t.me/${bot.name}?start=source-afisha_city-kazan`,
    );
    await page.getByRole('button', { name: 'Убрать city' }).tap();
    await expect(page.getByRole('region', { name: 'Ссылка', exact: true })).toContainText('13 из 64 символов');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByText('Прочитать ссылку', { exact: true }).first().tap();
    await page.getByRole('textbox', { name: 'Ссылка или параметр запуска' }).fill('bizChat123');
    await expect(page.getByRole('region', { name: 'Что мы прочитали' })).toContainText('Это ничья ссылка');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
