import type { ConversationItem, ConversationMessage, ConversationNote, ConversationPage } from '@botscope/contract';
import { expect, test } from 'vitest';
import { collectItems, mergeNewest } from './merge-newest.ts';
import { buildRows, findRowIndex, type Row } from './rows.ts';

const buildBase = (sentAt: string, id: string) => ({
  id,
  cursor: `${Date.parse(sentAt)}-${id}`,
  at: sentAt,
  way: 'in' as const,
});
const message = (sentAt: string, id: string, fields: Partial<ConversationMessage> = {}): ConversationMessage => ({
  ...buildBase(sentAt, id),
  type: 'message',
  message_id: Number(id),
  versions: [{ at: sentAt, text: id, entities: [], content: null, keyboard: [] }],
  is_original_missing: false,
  reply_to: null,
  album: '',
  forwarded_from: '',
  pressed: [],
  reactions: [],
  deleted_at: null,
  state: 'sent',
  error: '',
  ...fields,
});
const note = (sentAt: string, id: string, kind: ConversationNote['note']): ConversationNote => ({
  ...buildBase(sentAt, id),
  ...{ type: 'note', note: kind, name: '', text: '', message_id: 0, amount: 0, currency: '' },
});
const words = (rows: readonly Row[]): string[] =>
  rows.map((row) => {
    if (row.kind === 'day') return `day ${row.at.slice(0, 10)}`;
    const ids = 'items' in row ? row.items.map(({ id }) => id).join('+') : row.item.id;
    return `${row.kind} ${ids}${'isContinued' in row && row.isContinued ? ' …' : ''}`;
  });
const dayOf = (sentAt: string): string => sentAt.slice(0, 10);

test('days, albums, groups of one second and sessions of the Mini App', () => {
  const items: ConversationItem[] = [
    message('2026-03-01T10:00:00.100Z', '1'),
    message('2026-03-01T10:00:00.900Z', '2'),
    message('2026-03-01T10:00:00.950Z', '3', { way: 'out' }),
    message('2026-03-01T10:00:01.000Z', '4', { way: 'out' }),
    message('2026-03-01T10:01:00.000Z', '5', { album: 'a' }),
    message('2026-03-01T10:01:00.000Z', '6', { album: 'a' }),
    message('2026-03-01T10:01:00.000Z', '7', { album: 'b' }),
    note('2026-03-01T23:40:00.000Z', '8', 'app_launch'),
    note('2026-03-01T23:45:00.000Z', '9', 'app_event'),
    note('2026-03-02T00:14:00.000Z', '10', 'app_event'),
    note('2026-03-02T00:44:00.000Z', '11', 'app_event'),
    note('2026-03-02T00:45:00.000Z', '12', 'press'),
  ];
  const rows = buildRows(items, dayOf);
  expect(words(rows)).toEqual([
    'day 2026-03-01',
    'message 1',
    'message 2 …',
    'message 3',
    'message 4',
    'album 5+6',
    'album 7 …',
    'app 8+9',
    'day 2026-03-02',
    'app 10',
    'app 11',
    'note 12',
  ]);
  expect(findRowIndex(rows, items[5]?.cursor ?? '')).toBe(5);
  expect(findRowIndex(rows, String(Date.parse('2026-03-02T00:00:00Z')))).toBe(9);
  expect(findRowIndex(rows, '1-1')).toBeUndefined();
});

const page = (items: ConversationItem[], before: string | null = null): ConversationPage => ({
  ...{ items, before, after: null, outgoing: 'api' },
});

test('the newest page replaces what was edited and adds what is new', () => {
  const [one, two] = [message('2026-03-01T10:00:00Z', '1'), message('2026-03-01T10:00:01Z', '2')];
  const edited = { ...two, deleted_at: '2026-03-01T10:00:05Z' };
  const three = message('2026-03-01T10:00:02Z', '3');
  const mergeResult = mergeNewest([page([one], 'x'), page([two])], page([edited, three], 'y'));
  expect(mergeResult).toEqual({ pages: [page([one], 'x'), page([edited, three])], added: 1 });
  expect(mergeNewest([page([one])], page([three], 'y'))).toBeNull();
  expect(mergeNewest([page([])], page([three]))).toEqual({ pages: [page([three])], added: 1 });
});

test('messages of one moment that two pages divided are in order, and each is there once', () => {
  const sentAt = '2026-03-01T10:00:00Z';
  const [one, two, three] = [message(sentAt, '1'), message(sentAt, '2'), message(sentAt, '3')];
  expect(collectItems([page([three]), page([two, one, three])]).map(({ id }) => id)).toEqual(['1', '2', '3']);
});
