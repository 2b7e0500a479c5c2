import { expect, test } from 'vitest';
import { isAllowedOrigin, parseOrigins } from './origins.ts';

test('addresses of pages and bare domains are origins; a repeated one counts once', () => {
  const text =
    'https://Shop.example.com/path?a=1#b\nshop.example.com\n\n  http://localhost:5173/ \nhttps://*.example.org';
  expect(parseOrigins(text)).toEqual({
    addresses: ['https://shop.example.com', 'http://localhost:5173', 'https://*.example.org'],
    wrongLine: null,
    isTooMany: false,
  });
  expect(parseOrigins(' \n').addresses).toEqual([]);
});

test('the first line that is no origin is named', () => {
  expect(parseOrigins('https://a.example\n\nftp://b.example\nc d').wrongLine).toBe(3);
  expect(parseOrigins('https://*').wrongLine).toBe(1);
});

test('21 are too many', () => {
  const lines = Array.from({ length: 21 }, (_, index) => `https://${index}.example.com`);
  expect(parseOrigins(lines.join('\n')).isTooMany).toBe(true);
  expect(parseOrigins(lines.slice(1).join('\n')).isTooMany).toBe(false);
});

test('an origin is allowed by its name, or by the domain above it', () => {
  const origins = ['https://a.example', 'https://*.b.example'];
  const allowedOrigins = ['https://a.example', 'https://A.example', 'https://x.b.example', 'https://x.y.b.example'];
  for (const origin of allowedOrigins) expect(isAllowedOrigin(origins, origin), origin).toBe(true);
  const rejectedOrigins = ['http://a.example', 'https://b.example', 'https://xb.example', 'https://a.example:8443'];
  for (const origin of rejectedOrigins) expect(isAllowedOrigin(origins, origin), origin).toBe(false);
  expect(isAllowedOrigin([], 'https://anywhere.example')).toBe(true);
});
