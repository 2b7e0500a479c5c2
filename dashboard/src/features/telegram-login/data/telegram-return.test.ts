import { expect, it } from 'vitest';
import { readReturn } from './telegram-return.ts';

it.each([
  ['a code with its state', { code: 'c', state: 's', lang: 'ru' }, { code: 'c', state: 's' }],
  ['a rejection', { error: 'access_denied', state: 's' }, 'declined'],
  [
    'all fields of the classic button, also new ones, and none of ours',
    { id: '1', first_name: 'Vera', auth_date: '2', hash: 'h', something_new: 'x', lang: 'ru', bot: 'b' },
    { id: '1', first_name: 'Vera', auth_date: '2', hash: 'h', something_new: 'x' },
  ],
  ['nothing', { lang: 'en' }, null],
  ['a code alone', { code: 'c' }, null],
  ['a user whom nobody signed', { id: '1', auth_date: '2' }, null],
])('reads %s', (_, search, expected) => expect(readReturn(search)).toEqual(expected));
