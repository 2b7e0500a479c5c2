import { startJourney } from '@botscope/testkit/journey.ts';
import type { Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import type { TestBot } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';

const hourMs = 3_600_000;
const dayOf = (timestamp: number): string => new Date(timestamp).toISOString().slice(0, 10);

/** Answers of the bot, as it reports them. */
async function report(server: TestServer, bot: TestBot, calls: readonly object[]): Promise<void> {
  const response = await fetch(`${server.url}/v1/send-batch-call`, {
    method: 'POST',
    headers: { 'Api-Key': bot.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(calls),
  });
  expect(response.status).toBe(200);
}

/** Anna wrote every hour of the last four days, and the bot answered the last message. */
async function talk(server: TestServer, bot: TestBot) {
  const begin = Math.floor(Date.now() / hourMs) * hourMs - 96 * hourMs;
  const journey = startJourney({ from: new Date(begin).toISOString(), bot: bot.name, seed: bot.name });
  const anna = journey.user('Anna', { username: 'anna_writes' });
  anna.sends('/start ads');
  for (let hour = 1; hour < 96; hour += 1) {
    journey.at(new Date(begin + hour * hourMs).toISOString());
    anna.sends(hour === 5 ? 'where is my parcel' : `message ${hour}`);
  }
  anna.edits('message ninety-five');
  expect(await push(server, bot, journey.updates)).toBe(200);
  const answeredAt = begin + 95 * hourMs + 60_000;
  const text = 'We have found it';
  const reply_markup = { inline_keyboard: [[{ text: 'Track', callback_data: 'track' }]] };
  const chat = { id: anna.user.id, type: 'private', first_name: 'Anna' };
  const message = { message_id: 900, chat, date: Math.floor(answeredAt / 1_000), text, reply_markup };
  const params = { chat_id: anna.user.id, text, reply_markup };
  await report(server, bot, [
    { method: 'sendMessage', params, response: { ok: true, result: message }, date: answeredAt },
  ]);
  return { begin, userId: anna.user.id };
}

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** Distance of a message from the top of the window, px. */
const measureTop = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).evaluate((element) => element.getBoundingClientRect().top);

test('a number of a report leads to a user’s conversation: read, scroll, search, jump, link', async ({
  own: page,
  server,
  bot,
}) => {
  const { begin, userId } = await talk(server, bot);

  await test.step('the list of users leads to the user', async () => {
    await page.goto(`/reports/visitors?period=7d&bot=${bot.key}&users=all`);
    await page.getByRole('dialog').getByRole('link', { name: 'Anna' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Anna' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/users/${userId}`));
    const side = page.getByRole('complementary', { name: 'Profile' });
    await expect(side).toContainText('Current');
    await expect(side).toContainText('@anna_writes');
    await expect(side).toContainText('Actions97');
  });

  await test.step('both sides, the newest at the end', async () => {
    await expect(page.getByText('We have found it')).toBeInViewport();
    await expect(page.getByText('Track')).toBeInViewport();
    await page.getByRole('button', { name: 'edited' }).click();
    await expect(page.getByRole('list', { name: 'Earlier versions' })).toContainText('message 95');
    await page.getByRole('button', { name: 'edited' }).click();
  });

  await test.step('older messages come as one scrolls, and nothing jumps', async () => {
    const list = messages(page);
    await list.focus();
    await expect
      .poll(async () => {
        await list.evaluate((element) => element.scrollTo(0, 0));
        return page.getByText('/start ads').isVisible();
      })
      .toBe(true);
    await expect(page.getByText('The conversation begins here')).toBeVisible();
    expect(await list.getByRole('article').count()).toBeLessThan(60);
  });

  await test.step('search finds an old message and shows it in its place', async () => {
    await page.getByRole('textbox', { name: 'Search messages' }).fill('PARCEL');
    await page.keyboard.press('Enter');
    const results = page.getByRole('region', { name: 'Search results' });
    await results.getByRole('link', { name: /where is my parcel/ }).click();
    await expect(messages(page).getByText('where is my parcel')).toBeInViewport();
    await expect(page).toHaveURL(/message=\d+-\d+/);
    await page.reload();
    await expect(messages(page).getByText('where is my parcel')).toBeInViewport();
    await page.getByRole('button', { name: 'Close the search' }).click();
    await expect(results).toBeHidden();
  });

  await test.step('a jump to a date, and back to the end', async () => {
    await page.getByLabel('Go to a date').fill(dayOf(begin + 48 * hourMs));
    await expect(page).toHaveURL(/at=\d{4}-\d\d-\d\d/);
    await expect(
      messages(page)
        .getByText(/^message (3\d|4\d)$/)
        .first(),
    ).toBeVisible();
    await page.getByRole('link', { name: 'To the newest messages' }).click();
    await expect(page.getByText('We have found it')).toBeInViewport();
  });

  await test.step('a new message arrives by itself', async () => {
    const now = { message_id: 901, date: Math.floor(Date.now() / 1_000), text: 'thank you' };
    const from = { id: userId, is_bot: false, first_name: 'Anna' };
    const update = { update_id: 999_999_999, message: { ...now, from, chat: { ...from, type: 'private' } } };
    expect(await push(server, bot, [{ date: new Date().toISOString(), update } as never])).toBe(200);
    await expect(page.getByText('thank you')).toBeInViewport();
  });

  await test.step('the event log has every event as JSON', async () => {
    await page.getByRole('link', { name: 'Event log' }).click();
    await expect(page.getByRole('table', { name: 'Event log' })).toContainText('sendMessage');
    await page.getByRole('combobox', { name: 'Events' }).selectOption('Calls of the bot');
    await page.getByRole('button', { name: 'call' }).click();
    await expect(page.getByRole('dialog')).toContainText('"method": "sendMessage"');
  });
});

test('a conversation keeps its place, offers no way to where it is, and breaks no rule of WCAG 2.2 AA', async ({
  own: page,
  server,
  bot,
  watch,
}) => {
  const { userId } = await talk(server, bot);
  await test.step('it does not move while older messages come, on a desktop and a phone', async () => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      let release = (): void => undefined;
      const pause = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/messages\?before=/, async (route) => {
        await pause;
        await route.continue();
      });
      await page.goto(`/users/${userId}?bot=${bot.key}`);
      await expect(page.getByText('We have found it')).toBeInViewport();
      const list = messages(page);
      await list.evaluate((element) => element.scrollTo(0, 60));
      const messageText = page.locator('[dir=auto]');
      const top = list.getByRole('article').filter({ visible: true, has: messageText }).first();
      // The rows of the new place are drawn a moment after the scroll.
      await expect(top).toBeInViewport();
      const text = (await top.locator(messageText).first().textContent()) ?? '';
      const [before, height] = [await measureTop(page, text), await list.evaluate((element) => element.scrollHeight)];
      release();
      await expect.poll(() => list.evaluate((element) => element.scrollHeight)).toBeGreaterThan(height + 500);
      expect(Math.abs((await measureTop(page, text)) - before)).toBeLessThanOrEqual(1);
      await page.unroute(/messages\?before=/);
    }
  });

  await test.step('one of any length that shows its end offers no way there', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const begin = Date.now() - 24 * hourMs;
    const journey = startJourney({ from: new Date(begin).toISOString(), bot: bot.name, seed: `${bot.name} lengths` });
    const users = [1, 3, 5, 7, 9, 12, 25].map((length) => {
      const user = journey.user(`User${length}`);
      // Rows are higher than it is expected of them.
      for (let number = length; number > 0; number -= 1) user.sends(`message ${number}\nof\nseveral\nlines`);
      return user.id;
    });
    expect(await push(server, bot, journey.updates)).toBe(200);
    for (const id of users) {
      await page.goto(`/users/${id}?bot=${bot.key}`);
      await expect(page.getByText('message 1', { exact: false }).last()).toBeInViewport();
      await expect(page.getByRole('button', { name: 'To the newest messages' }), `user ${id}`).toBeHidden();
    }
  });

  await test.step('the pages of a user break no rule of WCAG 2.2 AA, in both languages', async () => {
    watch.allows(/users\/42/);
    const violations: string[] = [];
    for (const lang of ['en', 'ru']) {
      for (const tab of ['conversation', 'log', 'profile']) {
        await page.setViewportSize(tab === 'profile' ? { width: 390, height: 844 } : { width: 1280, height: 800 });
        await page.goto(`/users/${userId}?bot=${bot.key}&lang=${lang}&tab=${tab}&search=parcel`);
        await expect(page.getByRole('heading', { level: 1, name: 'Anna' })).toBeVisible();
        if (tab === 'conversation') await expect(page.getByText('We have found it')).toBeInViewport();
        if (tab === 'log') await expect(page.getByRole('table')).toContainText('sendMessage');
        violations.push(...(await judge(page, `${tab} ${lang}`)));
      }
    }
    await page.goto(`/users/42?bot=${bot.key}`);
    await expect(page.getByRole('heading', { level: 1, name: 'No such user' })).toBeVisible();
    expect(violations).toEqual([]);
  });
});
