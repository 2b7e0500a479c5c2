import { expect, it } from 'vitest';
import type * as MiniAppPackage from '../packages/miniapp/index.d.ts';
import type * as SitePackage from '../packages/site/index.d.ts';
import { createCounter } from './mini-app/index.ts';
import { createWebsite } from './website/index.ts';

it('packages declare what they have', () => {
  // The compiler refuses it where declaration and code differ.
  const miniApp: Pick<typeof MiniAppPackage, 'createCounter'> = { createCounter };
  const site: Pick<typeof SitePackage, 'createWebsite'> = { createWebsite };
  expect(Object.keys({ ...miniApp, ...site })).toEqual(['createCounter', 'createWebsite']);
});

it('packages do nothing without a browser, and never throw', () => {
  const counter = createCounter({ key: 'a'.repeat(32), host: 'https://stats.example.com' });
  expect(() => counter.push({ event: 'cart' })).not.toThrow();
  const site = createWebsite({ key: 'a'.repeat(32), host: 'https://stats.example.com/' });
  expect(() => site.push({ event: 'cart' })).not.toThrow();
  expect(site.link('https://t.me/shop_bot')).toBe('https://t.me/shop_bot');
});
