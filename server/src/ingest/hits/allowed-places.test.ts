import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAllowedHost, isAllowedPage } from './allowed-places.ts';

test.each<[string, string, boolean]>([
  ['example.com', 'example.com', true],
  ['example.com', 'www.example.com', true],
  ['www.example.com', 'example.com', true],
  ['example.com', 'shop.example.com', false],
  ['example.com', 'example.com.evil.org', false],
  ['*.example.com', 'shop.example.com', true],
  ['*.example.com', 'example.com', false],
  ['*.example.com', '.example.com', false],
  ['localhost', 'localhost', true],
  ['example.com', '', false],
])('%s allows %s: %s', (domain, host, isAllowed) => expect(isAllowedHost([domain], host)).toBe(isAllowed));

test.each<[string | undefined, boolean]>([
  [undefined, true],
  ['null', true],
  ['https://example.com', true],
  ['http://www.example.com:8080', true],
  ['https://example.org', false],
  ['nonsense', false],
])('the origin %s of a page of example.com: %s', (origin, isAllowed) =>
  expect(isAllowedPage(['example.com'], 'example.com', origin)).toBe(isAllowed),
);

test('no domain allows a host that is neither it nor below it, and nothing throws', () => {
  fc.assert(
    fc.property(fc.domain(), fc.domain(), (domain, host) => {
      const isRelated = host.endsWith(domain) || domain === `www.${host}`;
      return isRelated || !isAllowedHost([domain, `*.${domain}`], host);
    }),
  );
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      (host, origin) => typeof isAllowedPage(['a.com'], host, origin) === 'boolean',
    ),
  );
});
