import { expect, test } from 'vitest';
import { emptyNewBot, type NewBot, parseNewBot, withoutSecrets } from './new-bot.ts';

const cases: [name: string, stored: string | null, expected: Partial<NewBot>][] = [
  ['nothing stored', null, {}],
  ['not JSON', '{', {}],
  ['not an object', '"x"', {}],
  ['no name', '{"step":"type"}', {}],
  ['at the name', '{"step":"name","bot_name":"a_bot"}', { bot_name: 'a_bot' }],
  ['at the type', '{"step":"type","bot_name":"a_bot","key":null}', { bot_name: 'a_bot', step: 'type' }],
  [
    'at the settings by hand',
    '{"step":"settings","bot_name":"a_bot","connection_type":"manual","feed":"polling","region":"asia","proxy":true}',
    { bot_name: 'a_bot', step: 'settings', connection_type: 'manual', feed: 'polling', region: 'asia', proxy: true },
  ],
  [
    'at the key of the API way',
    '{"step":"settings","bot_name":"a_bot","connection_type":"api","key":"k"}',
    { bot_name: 'a_bot', step: 'settings', connection_type: 'api', key: 'k' },
  ],
  ['at the result', '{"step":"result","bot_name":"a_bot","key":"k"}', { bot_name: 'a_bot', key: 'k' }],
  ['at the result, but no bot was made', '{"step":"result","bot_name":"a_bot","key":null}', { bot_name: 'a_bot' }],
  ['an unknown step', '{"step":"moon","bot_name":"a_bot","key":"k"}', { bot_name: 'a_bot', key: 'k' }],
  ['unknown choices', '{"bot_name":"a_bot","connection_type":"x","feed":3,"region":null}', { bot_name: 'a_bot' }],
  [
    'secrets that do not belong there',
    '{"step":"name","bot_name":"a_bot","api_key":"s","token":"t","secret_token":"u"}',
    { bot_name: 'a_bot' },
  ],
];

test.each(cases)('%s', (_name, storedText, expected) => {
  expect(parseNewBot(storedText)).toEqual({ ...emptyNewBot, ...expected });
});

test.each([
  ['https://shop.example/telegram', true],
  ['https://shop.example:8443/api/bot-webhook/', true],
  ['https://shop.example/123456789:AAEabc', false],
  ['https://shop.example/bot123456789%3AAAEabc', false],
  ['https://shop.example/hook/4f1b2c3d4e5f6071', false],
  ['https://shop.example/hook?key=1', false],
  ['https://ann:secret@shop.example/hook', false],
  ['not an address', false],
])('whether the address %s is kept over a reload: %s', (webhook, isKept) => {
  expect(withoutSecrets({ ...emptyNewBot, webhook }).webhook).toBe(isKept ? webhook : '');
});
