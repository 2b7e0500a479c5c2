import type { ConversationMessage } from '@botscope/contract';
import { expect, test } from 'vitest';
import type { FullRow } from '../read/history.ts';
import { applyChanges } from './changes.ts';
import { toItems } from './items.ts';

test('a caption that was edited without Telegram’s answer keeps the formatting of the call', () => {
  const sentAt = Date.parse('2026-03-01T10:00:00Z');
  const call = {
    params: { chat_id: 1, photo: 'id', caption: 'Sale' },
    response: {
      ok: true,
      result: { message_id: 7, chat: { id: 1, type: 'private' }, date: sentAt / 1_000, caption: 'Sale' },
    },
  };
  const row: FullRow = {
    id: '1',
    at_ms: sentAt,
    partition_key: 0,
    kind: 'call',
    type: '',
    name: 'sendPhoto',
    direction: 'out',
    membership: '',
    chat_type: 'private',
    chat_id: 1,
    text: '',
    code: 0,
    amount: 0,
    currency: '',
    payload: JSON.stringify(call),
  };
  const bold = { type: 'bold', offset: 0, length: 4 };
  const params = { chat_id: 1, message_id: 7, caption: 'Sold', caption_entities: [bold] };
  const edit = { id: '2', at_ms: sentAt + 1_000, kind: 'call', name: 'editMessageCaption', messages: [7] };
  const [message] = applyChanges(toItems(row), [{ ...edit, payload: JSON.stringify({ params }) }]);
  const { versions } = message as ConversationMessage;
  expect(versions.at(-1)).toMatchObject({ text: 'Sold', entities: [bold] });
});
