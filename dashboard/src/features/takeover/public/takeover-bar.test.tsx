import type { Init, Takeover } from '@botscope/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { initQuery, queryClient } from '../../../platform/api/call.ts';
import { loadTexts } from '../../../platform/i18n/load-texts.fixture.ts';
import { TakeoverBar } from './takeover-bar.tsx';
import { takeoverQuery } from './takeover-data.ts';

const current: NonNullable<Takeover['current']> = {
  owner: 'Ann',
  is_mine: false,
  since: '2026-11-23T10:00:00.000Z',
  expires_at: '2026-11-23T10:30:00.000Z',
  mode: 'drop',
  withheld: 0,
};

async function drawn(state: Takeover, language: 'en' | 'ru' = 'en'): Promise<string> {
  const [botKey, userId] = ['abcdef0123456', 7];
  queryClient.setQueryData(initQuery.queryKey, { user: { time_zone: 'UTC' } } as Init);
  queryClient.setQueryData(takeoverQuery(botKey, userId).queryKey, state);
  const i18n = createInstance();
  const resources = { [language]: { translation: await loadTexts(language, ['Takeover']) } };
  await i18n.init({ lng: language, resources, interpolation: { escapeValue: false } });
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider>
          <TakeoverBar botKey={botKey} userId={userId} />
        </MantineProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

test.each<[string, Takeover, string[]]>([
  ['the bot', { current: null, reach: 'full' }, ['The bot answers this chat.', 'will not get', 'Take over']],
  ['a bot out of reach', { current: null, reach: 'none' }, ['goes on answering unless it asks the API']],
  [
    'me',
    { current: { ...current, is_mine: true, withheld: 1 }, reach: 'full' },
    ['You answer this chat until', '1 message was kept from the bot.', 'Return to the bot'],
  ],
  [
    'a colleague',
    { current: { ...current, withheld: 2, mode: 'deliver' }, reach: 'full' },
    ['Ann answers this chat until', '2 messages wait for the bot.', 'Take over'],
  ],
  ['nobody yet', { current: { ...current, owner: null }, reach: 'full' }, ['The bot has asked for a person']],
])('where %s answers, the bar says so', async (_, state, words) => {
  const html = await drawn(state);
  for (const word of words) expect(html).toContain(word);
});

test.each([
  [1, '1 сообщение не передано боту.'],
  [3, '3 сообщения не переданы боту.'],
  [5, '5 сообщений не передано боту.'],
])('Russian counts %i', async (withheld, text) => {
  expect(await drawn({ current: { ...current, withheld }, reach: 'full' }, 'ru')).toContain(text);
});
