import { expect, it } from 'vitest';
import { challengeOf, newSecret } from './pkce.ts';

it('makes the challenge of RFC 7636, appendix B', () => {
  expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

it('makes verifiers that the RFC takes, each once', () => {
  expect(newSecret()).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
  expect(newSecret()).not.toBe(newSecret());
});
