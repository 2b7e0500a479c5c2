import { api } from '@botscope/contract';
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { expectError, expectFocus, type Site, startSite } from '../../../../app/site.fixture.ts';
import { refuse } from '../../../../platform/api/fake-server.fixture.ts';
import { buildAccount, buildBot } from '../../../../platform/session/session.fixture.ts';

const bot = buildBot();
const other = buildBot({ key: 'abcdef0123456', bot_name: 'other_bot', username: 'other_bot' });

/** Two bots in the list, so that one is left when the other goes. */
async function openBots(): Promise<Site> {
  const site = startSite({ user: buildAccount(), bots: { [bot.key]: bot, [other.key]: other } });
  await site.open('/bots');
  return site;
}

async function choose(site: Site, entry: string): Promise<void> {
  await site.press('Actions for shop_bot');
  const menu = within(screen.getByRole('menu', { name: 'Actions for shop_bot' }));
  await site.user.click(menu.getByRole('menuitem', { name: entry }));
}

test('a new name of a bot is checked before it is sent, and by the server', async () => {
  const site = await openBots();
  site.answer(api.renameBot, ({ body }) =>
    body.bot_name === 'other_bot' ? refuse('botExist') : { ...bot, bot_name: body.bot_name },
  );
  await choose(site, 'Rename');
  const field = await screen.findByLabelText('Bot name');
  await expectFocus(field);
  for (const [name, text] of [
    ['shop', /The name must end in bot/],
    ['other_bot', /This bot is already connected/],
  ] as const) {
    await site.fill('Bot name', name);
    await site.press('Rename');
    await expectError(field, text);
  }
  await site.fill('Bot name', '@renamed_bot');
  await site.press('Rename');
  await screen.findByText('Renamed to renamed_bot');
  await expect.poll(() => document.querySelector('[aria-modal="true"]')).toBeNull();
  await screen.findByRole('rowheader', { name: /renamed_bot/ });
  expect(site.requests.filter((request) => request.endsWith('/rename'))).toHaveLength(2);
});

test('a bot is removed after its name was typed; then the heading has the focus', async () => {
  const site = await openBots();
  site.answer(api.removeBot, ({ params, body }) => {
    expect([params.key, body.bot_name]).toEqual([bot.key, 'shop_bot']);
    site.init = { ...site.init, bots: { [other.key]: other } };
    return null;
  });
  await choose(site, 'Remove');
  const field = await site.fill('Type shop_bot to confirm', 'other_bot');
  await site.press('Remove bot and data');
  await expectError(field, 'The name doesn’t match');
  await expectFocus(field);
  await site.fill('Type shop_bot to confirm', 'shop_bot');
  await site.press('Remove bot and data');
  await screen.findByText('shop_bot is removed');
  expect(screen.queryByRole('rowheader', { name: /shop_bot/ })).toBeNull();
  await expectFocus(screen.getByRole('heading', { level: 1 }));
});
