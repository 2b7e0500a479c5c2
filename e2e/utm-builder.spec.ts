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

/** A payload is one part: the rules of a new bot. */
const whole: StartRules = { ...pairs, type: 'auto' };

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

// Answers of its fields to wrong values, a pasted link, the demo and Russian: utm-builder-page.dom.test.ts.
test('a link is built, copied, drawn and kept; payloads are suggested, templates and the history are used', async ({
  own: page,
  server,
  bot,
}) => {
  await test.step('a link is built, copied, drawn, kept', async () => {
    await useRules(page, bot, pairs);
    await page.goto('/utm-builder');
    // The first page of a server that is still making its demo takes its time.
    await value(page, 'source').waitFor();
    await value(page, 'source').fill('news1');
    await value(page, 'medium').fill('e-mail');
    const url = `https://t.me/${bot.name}?start=source-news1_medium-e-mail`;
    await expect(link(page)).toHaveText(url);
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
    await expect(history).toHaveText([/source-two/, /source-one/, /source-news1/]);
    await page.getByRole('button', { name: 'Copy link source-one_medium-email' }).click();
    // Using the same link again moves it to the top.
    await expect(history).toHaveText([/source-one/, /source-two/, /source-news1/]);
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

  await test.step('suggestions', async () => {
    await useRules(page, bot, whole);
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

  await test.step('a pasted link is read by the rules of the bot', async () => {
    await useRules(page, bot, pairs);
    await page.goto(`/utm-builder?mode=read&link=t.me/${bot.name}?start=source%252Dnews1_medium-email_spring`);
    await expect(section(page, 'Result').getByRole('row')).toHaveText([
      'ParameterValue',
      /source.*news1/,
      /medium.*email/,
      /none.*spring/,
    ]);
  });
});
