import { describe, expect, it } from 'vitest';
import { hashApiSecret, isSecret, newApiSecret, newBotKey, splitApiKey } from './api-key.ts';

describe('API keys', () => {
  it('are <13 hex>:<64 hex>, and only their hash is kept', () => {
    const [botKey, secret] = [newBotKey(), newApiSecret()];
    expect(splitApiKey(` ${botKey}:${secret} `)).toEqual({ botKey, secret });
    expect(hashApiSecret(secret)).not.toContain(secret);
    expect(isSecret(secret, hashApiSecret(secret))).toBe(true);
    expect(isSecret(newApiSecret(), hashApiSecret(secret))).toBe(false);
  });

  it.each([
    undefined,
    '',
    'x',
    `${'a'.repeat(13)}:`,
    `${'a'.repeat(12)}:${'b'.repeat(64)}`,
    `${'A'.repeat(13)}:${'b'.repeat(64)}`,
  ])('refuses %j', (key) => {
    expect(splitApiKey(key)).toBeNull();
  });

  it('never lets a bot without a key in', () => {
    expect(isSecret(newApiSecret(), '')).toBe(false);
  });
});
