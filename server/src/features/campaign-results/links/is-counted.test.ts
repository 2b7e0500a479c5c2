import { expect, test } from 'vitest';
import { isCounted } from './link-routes.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const apple =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Telegram-iOS';

test.each<[string, string, Record<string, string>, boolean]>([
  ['a phone', 'GET', { 'user-agent': phone }, true],
  ['the browser inside Telegram', 'GET', { 'user-agent': apple }, true],
  ['a phone by Cubot', 'GET', { 'user-agent': phone.replace('SM-S918B', 'CUBOT NOTE 20') }, true],
  ['a look at the head', 'HEAD', { 'user-agent': phone }, false],
  ['no name', 'GET', {}, false],
  ['a preview of Telegram', 'GET', { 'user-agent': 'TelegramBot (like TwitterBot)' }, false],
  ['one of X', 'GET', { 'user-agent': 'Twitterbot/1.0' }, false],
  ['one of Facebook', 'GET', { 'user-agent': 'facebookexternalhit/1.1' }, false],
  ['one of WhatsApp', 'GET', { 'user-agent': 'WhatsApp/2.23.20.0 A' }, false],
  [
    'a search engine',
    'GET',
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://google.com/bot.html)' },
    false,
  ],
  ['a script', 'GET', { 'user-agent': 'curl/8.5.0' }, false],
  ['a page that is loaded ahead', 'GET', { 'user-agent': phone, 'sec-purpose': 'prefetch;prerender' }, false],
])('%s', (_, method, headers, expected) => expect(isCounted(method, headers)).toBe(expected));
