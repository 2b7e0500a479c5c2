import { MantineProvider } from '@mantine/core';
import { createInstance } from 'i18next';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { loadTexts } from '../../../../platform/i18n/load-texts.fixture.ts';
import { ReachFact, ReachNotice } from './reach.tsx';

async function drawn(element: ReactElement, language: 'en' | 'ru'): Promise<string> {
  const i18n = createInstance();
  const resources = { [language]: { translation: await loadTexts(language, ['Conversation']) } };
  await i18n.init({ lng: language, resources, interpolation: { escapeValue: false } });
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <MantineProvider>{element}</MantineProvider>
    </I18nextProvider>,
  );
  return html.replaceAll(/<style[^>]*>.*?<\/style>/gs, '').replaceAll(/<[^>]*>/g, ' ');
}

test.each([
  ['en', 'never_opened', 'has never opened the chat', 'before Botscope'],
  ['en', 'blocked', 'has blocked the bot', 'unblock'],
  ['en', 'deleted', 'account is deleted', 'Nothing'],
  ['ru', 'never_opened', 'не открывал чат', 'до подключения'],
  ['ru', 'blocked', 'заблокировал бота', 'разблокирует'],
  ['ru', 'deleted', 'удалён', 'не дойдёт'],
] as const)('%s: a chat that is %s says why before a message is typed', async (language, chat, reason, unless) => {
  const head = { status: 'live', chat } as const;
  const notice = await drawn(<ReachNotice head={head} />, language);
  expect(notice).toContain(reason);
  expect(notice).toContain(unless);
  expect(await drawn(<ReachFact head={head} />, language)).toContain(reason);
});

test('an open chat needs no word, unless its user has left', async () => {
  expect((await drawn(<ReachNotice head={{ status: 'live', chat: 'open' }} />, 'en')).trim()).toBe('');
  expect((await drawn(<ReachFact head={{ status: 'live', chat: 'open' }} />, 'en')).trim()).toBe('Reachable');
  expect(await drawn(<ReachNotice head={{ status: 'left', chat: 'open' }} />, 'en')).toContain('has blocked the bot');
});
