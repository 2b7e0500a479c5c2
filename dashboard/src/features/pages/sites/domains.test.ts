import { expect, test } from 'vitest';
import { isAllowedHost, parseDomains } from './domains.ts';

test('addresses are cut down to their domain; a repeated one counts once', () => {
  const text = 'https://Shop.example.com:8443/path?a=1\nshop.example.com\n\n *.example.org \nlocalhost\nпример.рф';
  expect(parseDomains(text)).toEqual({
    addresses: ['shop.example.com', '*.example.org', 'localhost', 'xn--e1afmkfd.xn--p1ai'],
    wrongLine: null,
    isTooMany: false,
  });
  expect(parseDomains(' \n').addresses).toEqual([]);
});

test('the first line that is no domain is named, and 21 are too many', () => {
  expect(parseDomains('a.example\n\nnot a domain\n*').wrongLine).toBe(3);
  const lines = Array.from({ length: 21 }, (_, index) => `${index}.example.com`);
  expect(parseDomains(lines.join('\n')).isTooMany).toBe(true);
  expect(parseDomains(lines.slice(1).join('\n')).isTooMany).toBe(false);
});

test('a host is allowed with and without www, or below a domain', () => {
  const domains = ['a.example', 'www.c.example', '*.b.example'];
  for (const host of ['a.example', 'www.a.example', 'c.example', 'x.b.example', 'x.y.b.example'])
    expect(isAllowedHost(domains, host), host).toBe(true);
  for (const host of ['b.example', 'xb.example', 'x.a.example', 'localhost'])
    expect(isAllowedHost(domains, host), host).toBe(false);
});
