import { describe, expect, it } from 'vitest';
import { assertSameSite, csrfToken } from './csrf.ts';

describe('requests from other sites', () => {
  it.each([
    ['a page of ours', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8080' }, true],
    ['typed by the user', { 'sec-fetch-site': 'none' }, true],
    ['a program without cookies of a user', {}, true],
    ['an old browser, our page', { origin: 'http://localhost:8080' }, true],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
    ['a neighbour on the same domain', { 'sec-fetch-site': 'same-site' }, false],
    ['an old browser, another site', { origin: 'https://evil.example' }, false],
    ['a sandboxed frame', { origin: 'null' }, false],
  ])('%s', (_name, headers, isAllowed) => {
    const ask = () => assertSameSite({ headers, host: 'localhost:8080' });
    if (isAllowed) expect(ask).not.toThrow();
    else expect(ask).toThrow(expect.objectContaining({ code: 'CsrfFailed' }));
  });

  it('binds the token to the account', () => {
    expect(csrfToken('secret', 'a')).toBe(csrfToken('secret', 'a'));
    expect(
      new Set([csrfToken('secret', 'a'), csrfToken('secret', 'b'), csrfToken('secret', null), csrfToken('x', 'a')])
        .size,
    ).toBe(4);
  });
});
