import type { Account } from '@botscope/contract';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { createSealer } from '../../platform/outgoing/sealer.ts';
import { createSignedKeys } from './signed-keys.ts';

const publicUrl = 'https://stats.example.org';
const now = Date.parse('2026-03-01T10:00:00Z');
const createKeys = (secret: string) => createSignedKeys({ sealer: createSealer(secret), publicUrl, now: () => now });
const keys = createKeys('one secret of at least 32 letters');
const ann = { key: 'ann', email: 'ann@example.com', tid: null, locale: 'en', tariff: 4 } as Account;
const check = async (key: string, audience: string, checkedAt = now) =>
  jwtVerify(key, createLocalJWKSet(await keys.jwks()), {
    issuer: publicUrl,
    audience,
    algorithms: ['EdDSA'],
    currentDate: new Date(checkedAt),
  });

describe('a key for another service', () => {
  test('proves the account to that service, for five minutes', async () => {
    const { key, expires_at } = await keys.auth(ann, 'help.example.com');
    expect(expires_at).toBe('2026-03-01T10:05:00.000Z');
    const { payload } = await check(key, 'help.example.com');
    expect(payload).toMatchObject({ sub: 'ann', email: 'ann@example.com', tariff: 4 });
    await expect(check(key, 'other.example.com')).rejects.toThrow(/"aud"/);
    await expect(check(key, 'help.example.com', now + 300_001)).rejects.toThrow(/"exp"/);
    await expect(check((await keys.auth(ann, undefined)).key, publicUrl)).resolves.toBeDefined();
  });

  test('names its bot and lasts an hour if it is for files, and is no key of the other kind', async () => {
    const { key, expires_at } = await keys.cdn(ann, '0123456789abc');
    expect(expires_at).toBe('2026-03-01T11:00:00.000Z');
    expect((await check(key, 'cdn')).payload).toMatchObject({ sub: 'ann', bot: '0123456789abc' });
    await expect(check(key, publicUrl)).rejects.toThrow(/"aud"/);
    expect((await check((await keys.cdn(ann, undefined)).key, 'cdn')).payload.bot).toBeUndefined();
  });

  test('is the same for each process of an installation, and another one’s does not pass', async () => {
    const twin = await createKeys('one secret of at least 32 letters').auth(ann, 'x');
    await expect(check(twin.key, 'x')).resolves.toBeDefined();
    const stranger = await createKeys('another secret of 32 letters or so').auth(ann, 'x');
    await expect(check(stranger.key, 'x')).rejects.toThrow(/no applicable key/);
    expect(JSON.stringify(await keys.jwks())).not.toContain('"d"');
  });
});
