import type { Bot, Init, MessageStatus, OutgoingMessage } from '@botscope/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test } from 'vitest';
import { initQuery, queryClient } from '../../../platform/api/call.ts';
import { loadTexts } from '../../../platform/i18n/load-texts.fixture.ts';
import { Composer } from './composer.tsx';
import { MessageActions } from './message-actions.tsx';
import { outboxQuery, writtenQuery } from './messages-data.ts';
import { setReply } from './reply-store.ts';
import { UserComposer } from './user-composer.tsx';

const to = { botKey: 'abcdef0123456', userId: 7 };
const id = '5d1c7b0e-3f5a-4b8e-9f6e-0123456789ab';
const message = (status: MessageStatus, fields: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id,
  idempotency_key: id,
  status,
  reason: null,
  description: '',
  message_id: null,
  author: 'Ann',
  content: { text: 'hello world', entities: [{ type: 'bold', offset: 0, length: 5 }], buttons: [] },
  file_name: null,
  created_at: '2026-11-23T10:00:00.000Z',
  not_before: null,
  finished_at: null,
  edited_at: null,
  deleted_at: null,
  ...fields,
});

async function drawn(element: ReactElement, language: 'en' | 'ru' = 'en'): Promise<string> {
  const i18n = createInstance();
  const resources = { [language]: { translation: await loadTexts(language, ['Messages', 'Formatting']) } };
  await i18n.init({ lng: language, resources, interpolation: { escapeValue: false } });
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider>{element}</MantineProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  return html.replaceAll(/<style[^>]*>.*?<\/style>/gs, '');
}

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(initQuery.queryKey, { user: null } as Init);
});

test('the composer has names for all that it offers, and no outbox while nothing waits', async () => {
  queryClient.setQueryData(outboxQuery(to).queryKey, []);
  const html = await drawn(<Composer {...to} replyTo={{ messageId: 5, text: 'a question' }} />);
  for (const name of ['Message', 'Formatting', 'Bold', 'Link', 'Attach', 'Add buttons', 'Options', 'Cancel reply'])
    expect(html).toContain(`aria-label="${name}"`);
  expect(html).toContain('a question');
  expect(html).not.toContain('Messages on their way');
});

test('the message that is answered is shown above the field, for this user alone', async () => {
  queryClient.setQueryData(outboxQuery(to).queryKey, []);
  const bot = { key: to.botKey } as Bot;
  setReply(to.botKey, to.userId, { messageId: 5, text: 'a question' });
  expect(await drawn(<UserComposer bot={bot} userId={to.userId} />)).toContain('a question');
  expect(await drawn(<UserComposer bot={bot} userId={8} />)).not.toContain('a question');
  setReply(to.botKey, to.userId, null);
  expect(await drawn(<UserComposer bot={bot} userId={to.userId} />)).not.toContain('a question');
});

test.each<[string, OutgoingMessage, string[]]>([
  ['waiting', message('waiting'), ['Waiting', 'Cancel']],
  ['on its way', message('sending'), ['Sending…']],
  [
    'refused',
    message('refused', { reason: 'blocked' }),
    ['Not delivered. The user has blocked the bot.', 'Try again', 'Dismiss'],
  ],
  [
    'unknown',
    message('unknown', { reason: 'no_answer' }),
    ['Delivery not confirmed. Telegram did not answer in time.', 'it may arrive twice', 'Leave it', 'Send again'],
  ],
])('a message that is %s says so and what can be done', async (_, one, words) => {
  queryClient.setQueryData(outboxQuery(to).queryKey, [one]);
  const html = await drawn(<Composer {...to} />);
  expect(html).toContain('<strong>hello</strong>');
  for (const word of words) expect(html).toContain(word);
});

test('names of files and texts are isolated from the direction of the page', async () => {
  const file = message('refused', { reason: 'file_refused', file_name: '\u202Egpj.exe' });
  queryClient.setQueryData(outboxQuery(to).queryKey, [file]);
  expect(await drawn(<Composer {...to} />, 'ru')).toMatch(/<bdi[^>]*>Файл: \u202Egpj\.exe<\/bdi>/);
});

test('a message in the conversation has its author, an answer to it, and a menu if a colleague wrote it', async () => {
  queryClient.setQueryData(writtenQuery(to).queryKey, [{ id, message_id: 5, author: 'Ann', is_deleted: false }]);
  const html = await drawn(<MessageActions {...to} messageId={5} text="hello" canWrite />);
  expect(html).toContain('>Ann</bdi>');
  expect(html).toContain('aria-label="Reply"');
  expect(html).toContain('aria-label="Message actions"');
  for (const word of ['Edit', 'Delete']) expect(html).toContain(word);
  const otherHtml = await drawn(<MessageActions {...to} messageId={6} text="hi" canWrite={false} />);
  expect(otherHtml).not.toContain('<button');
});
