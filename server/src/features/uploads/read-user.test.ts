import { describe, expect, it } from 'vitest';
import { guessMapping } from './guess-mapping.ts';
import { readUploadDate, readUser } from './read-user.ts';

const now = Date.parse('2026-03-01T10:00:00Z');
const noon = Date.parse('2024-03-05T12:00:00Z');

describe('readUploadDate', () => {
  it.each([
    ['2024-03-05', noon],
    ['05.03.2024', noon],
    ['5.3.2024 12:00', noon],
    ['2024/3/5 12:00:00', noon],
    ['2024-03-05 12:00:00.250', noon],
    ['2024-03-05T15:00:00+03:00', noon],
    [' 1709640000 ', noon],
    [1_709_640_000, noon],
    [1_709_640_000_000, noon],
    ['', null],
    [null, null],
    ['NULL', null],
    ['yesterday', undefined],
    ['2024-02-31', undefined],
    ['03/05/2024', undefined],
    ['2024-03-05 25:00', undefined],
    ['1999-01-01', undefined],
    ['2026-03-02', undefined],
    [{}, undefined],
  ])('reads %j', (date, time) => {
    expect(readUploadDate(date, now)).toBe(time);
  });
});

describe('readUser', () => {
  const read = (row: Record<string, unknown>) =>
    readUser(new Map(Object.entries(row)), guessMapping(Object.keys(row), []), now);

  it('reads a whole line', () => {
    const row = {
      'Telegram ID': '123456.0',
      'First name': ' Ada ',
      'Last name': 'L.',
      Username: 'https://t.me/ada',
      Language: 'EN',
      Premium: 'yes',
      'Created at': '2024-03-05',
      'UTM source': 'ads',
      Blocked: '0',
    };
    expect(read(row)).toEqual({
      userId: 123_456,
      firstName: 'Ada',
      lastName: 'L.',
      username: 'ada',
      language: 'en',
      isPremium: true,
      source: 'ads',
      addedAt: noon,
      hasLeft: false,
      leftAt: null,
    });
  });

  it.each([
    ['Blocked', '1', true],
    ['is_blocked', 'false', false],
    ['is_active', '0', true],
    ['is_active', 'true', false],
    ['status', 'kicked', true],
    ['status', 'member', false],
    ['status', 'Inactive', true],
    ['status', '', false],
    ['status', 'NULL', false],
    ['user_status', 1, false],
    ['user_status', 2, true],
    ['Статус', 'Заблокировал бота', true],
    ['Статус', 'Активен', false],
  ])('%s = %j: left %j', (column, status, hasLeft) => {
    expect(read({ id: 7, [column]: status })).toMatchObject({ userId: 7, hasLeft, leftAt: null });
  });

  it.each(['blocked', 'blocked_at'])('takes a date under %j for the moment of leaving', (column) => {
    expect(read({ id: 7, [column]: '2024-03-05' })).toMatchObject({ hasLeft: true, leftAt: noon });
  });

  it.each([
    [{ id: '', name: 'Ada' }, { refused: 'MissingUserId' }],
    [{ id: '-100123', name: 'A group' }, { refused: 'BadUserId' }],
    [{ id: '1.23457E+11' }, { refused: 'BadUserId' }],
    [{ id: '9007199254740993' }, { refused: 'BadUserId' }],
    [{ id: 'ada' }, { refused: 'BadUserId' }],
    [{ id: '7', date: 'soon' }, { refused: 'BadDate' }],
    [{ id: '', name: ' ' }, null],
  ])('reads %j as %j', (row, expected) => {
    expect(read(row)).toEqual(expected);
  });
});

describe('guessMapping', () => {
  it.each([
    [['id', 'user_id', 'name'], { user_id: 'user_id', first_name: 'name' }],
    [
      ['ID пользователя', 'Имя', 'Дата подписки', 'Источник'],
      { user_id: 'ID пользователя', first_name: 'Имя', date_added: 'Дата подписки', source: 'Источник' },
    ],
    [
      ['chat_id', 'registered_at', 'status', 'blocked_at'],
      { user_id: 'chat_id', date_added: 'registered_at', status: 'status', date_left: 'blocked_at' },
    ],
    [['colour', 'taste'], {}],
  ])('maps the columns %j as %j', (columns, mapping) => {
    expect(guessMapping(columns, [])).toEqual(mapping);
  });

  it('finds the ids of a list without names', () => {
    const preview = [
      ['Ada', '123456'],
      ['Ben', '234567'],
    ];
    expect(guessMapping(['column 1', 'column 2'], preview)).toEqual({ user_id: 'column 2' });
  });
});
