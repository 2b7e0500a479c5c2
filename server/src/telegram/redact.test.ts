import { describe, expect, it } from 'vitest';
import { redactTokens } from './redact.ts';

const secret = 'AAE-fake_fake-fake_fake-fake_fake-0';
const token = `123456789:${secret}`;

describe('redactTokens', () => {
  it.each([
    [token, '123456789:<secret>'],
    [`https://api.telegram.org/bot${token}/getMe?x=1`, 'https://api.telegram.org/bot123456789:<secret>/getMe?x=1'],
    [`https://h/file/bot${token}/photos/1.jpg`, 'https://h/file/bot123456789:<secret>/photos/1.jpg'],
    [`GET /bot123456789%3A${secret}/getMe`, 'GET /bot123456789%3A<secret>/getMe'],
    [`{"token":"${token}","again":"${token}"}`, '{"token":"123456789:<secret>","again":"123456789:<secret>"}'],
    [`7:${secret}`, '7:<secret>'],
  ])('hides the secret in %j', (text, expected) => {
    expect(secret).toHaveLength(35);
    expect(redactTokens(text)).toBe(expected);
  });

  it.each(['10:00:00', 'a text', `123456789:${secret}x`, `0123456789123:${'0'.repeat(64)}`])('leaves %j', (text) => {
    expect(redactTokens(text)).toBe(text);
  });
});
