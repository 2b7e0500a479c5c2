import { expect, it } from 'vitest';
import { lookUpHost } from './look-up-host.ts';

const means =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address }));
const fails = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

it.each([
  ['a public address', 'bots.example.com', means('8.8.8.8'), 'public'],
  ['also one of several', 'bots.example.com', means('127.0.0.1', '8.8.8.8'), 'public'],
  ['a private one', 'bots.example.com', means('10.0.0.7'), { reserved: '10.0.0.7' }],
  ['several private ones', 'bots.example.com', means('fd00::1', '127.0.0.1'), { reserved: 'fd00::1' }],
  [
    'a private one in the form of another',
    'bots.example.com',
    means('::ffff:127.0.0.1'),
    { reserved: '::ffff:127.0.0.1' },
  ],
  ['nothing', 'bots.example.com', means(), 'unresolved'],
  ['no name at all', 'bots.example.com', fails('ENOTFOUND'), 'unresolved'],
  ['nobody knows what', 'bots.example.com', fails('EAI_AGAIN'), 'unknown'],
  ['an answer that never comes', 'bots.example.com', () => new Promise<never>(() => undefined), 'unknown'],
  ['itself', '[::1]', fails('nobody is asked'), { reserved: '::1' }],
  ['itself', '8.8.4.4', fails('nobody is asked'), 'public'],
])('a host that means %s: %s', async (_, host, resolve, meaning) => {
  expect(await lookUpHost(host, { resolve, timeoutMs: 20 })).toEqual(meaning);
});
