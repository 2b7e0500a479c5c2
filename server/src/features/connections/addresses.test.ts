import { describe, expect, it } from 'vitest';
import { createAddresses } from './addresses.ts';

const key = '0123456789abc';
const cloud = { global: 'https://api.telegram.org', europe: 'https://tg-eu.example.com' };
const addressesFor = (
  publicUrl: string,
  telegramRoots: Parameters<typeof createAddresses>[0]['telegramRoots'] = cloud,
) => createAddresses({ publicUrl, telegramRoots, ourHookSecret: (bot) => `secret-of-${bot}` });

describe('our addresses', () => {
  it('are made from PUBLIC_URL; the API root has no prefix', () => {
    const addresses = addressesFor('https://example.com:8443/stats');
    expect(addresses.hookUrl(key)).toBe(`https://example.com:8443/stats/hook/${key}/secret-of-${key}`);
    expect(addresses.apiRoot).toBe('https://example.com:8443');
  });

  it.each([
    ['https://stats.example.com', true],
    ['https://stats.example.com:443', true],
    ['https://stats.example.com:88', true],
    ['https://stats.example.com:8080', false],
    ['http://stats.example.com', false],
    ['http://localhost:8080', false],
  ])('Telegram reaches %s: %s; a server of one’s own reaches all', (publicUrl, reachable) => {
    expect(addressesFor(publicUrl).hookReachable).toBe(reachable);
    expect(addressesFor(publicUrl, { global: 'http://127.0.0.1:8081' }).hookReachable).toBe(true);
  });

  it.each([
    ['https://stats.example.com', 'https://stats.example.com/anything', true],
    ['https://stats.example.com', 'https://STATS.example.com.:443/', true],
    ['https://stats.example.com', 'https://user@stats.example.com/', true],
    ['https://stats.example.com', 'https://stats.example.com:8443/', false],
    ['https://stats.example.com', 'https://bots.example.com/', false],
    ['https://stats.example.com', 'no address', false],
    // A bot may live on the same host where we have only a part of it.
    ['https://example.com/stats', 'https://example.com/my-bot', false],
    ['https://example.com/stats', 'https://example.com/statistics', false],
    ['https://example.com/stats', 'https://example.com/stats', true],
    ['https://example.com/stats', 'https://example.com/stats/hook/x', true],
    ['https://example.com/stats', 'https://example.com/bot1:x/sendMessage', true],
  ])('%s: %s is ours: %s', (publicUrl, address, ours) => {
    expect(addressesFor(publicUrl).isOurs(address)).toBe(ours);
  });

  it('a hook belongs to one bot', () => {
    const { isHookOf, hookUrl } = addressesFor('https://stats.example.com');
    expect(isHookOf(key, hookUrl(key))).toBe(true);
    expect(isHookOf(key, `https://stats.example.com/hook/${key}`)).toBe(true);
    expect(isHookOf(key, `https://stats.example.com/hook/${key}0/x`)).toBe(false);
    expect(isHookOf(key, hookUrl('abcdef0123456'))).toBe(false);
    expect(isHookOf(key, '')).toBe(false);
  });

  it('Telegram is where the region says, or at the one place that is always there', () => {
    const { telegramRoot } = addressesFor('https://stats.example.com');
    expect(telegramRoot({ region: 'europe' })).toBe('https://tg-eu.example.com');
    expect(telegramRoot({ region: 'asia' })).toBe('https://api.telegram.org');
    expect(telegramRoot({ region: 'moon' })).toBe('https://api.telegram.org');
  });
});
