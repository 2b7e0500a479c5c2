import { expect, test } from 'vitest';
import { emptyNewBot, type NewBot, parseNewBot } from './new-bot.ts';

const cases: [name: string, stored: string | null, expected: Partial<NewBot>][] = [
  ['nothing stored', null, {}],
  ['not JSON', '{', {}],
  ['not an object', '"x"', {}],
  ['no name', '{"step":"type"}', {}],
  ['at the name', '{"step":"name","bot_name":"a_bot"}', { bot_name: 'a_bot' }],
  ['at the type', '{"step":"type","bot_name":"a_bot","key":null}', { bot_name: 'a_bot', step: 'type' }],
  ['at the test', '{"step":"test","bot_name":"a_bot","key":"k"}', { bot_name: 'a_bot', step: 'test', key: 'k' }],
  ['at the result', '{"step":"result","bot_name":"a_bot","key":"k"}', { bot_name: 'a_bot', step: 'result', key: 'k' }],
  ['at the test, but no bot was made', '{"step":"test","bot_name":"a_bot","key":null}', { bot_name: 'a_bot' }],
  ['an unknown step', '{"step":"moon","bot_name":"a_bot","key":"k"}', { bot_name: 'a_bot' }],
  ['a secret that does not belong there', '{"step":"name","bot_name":"a_bot","api_key":"s"}', { bot_name: 'a_bot' }],
];

test.each(cases)('%s', (_name, stored, expected) => {
  expect(parseNewBot(stored)).toEqual({ ...emptyNewBot, ...expected });
});
