import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStartPayload } from '../../../server/src/events/normalize/start-payload.ts';
import { linkToBot } from './bot-links.ts';

const readable = { links: 'readable' };
const google = { utm_source: 'google', utm_medium: 'cpc' };
const buildLink = (href: string, campaign = google, rules: Parameters<typeof linkToBot>[2] = readable) =>
  linkToBot(href, campaign, rules);

describe('a link to a bot', () => {
  it.each([
    ['https://t.me/shop_bot', 'https://t.me/shop_bot?start=source-google_medium-cpc'],
    ['https://t.me/ShopBot?start=', 'https://t.me/ShopBot?start=source-google_medium-cpc'],
    ['http://www.telegram.me/shop_bot', 'http://www.telegram.me/shop_bot?start=source-google_medium-cpc'],
    ['https://telegram.dog/shop_bot', 'https://telegram.dog/shop_bot?start=source-google_medium-cpc'],
    ['https://shop_bot.t.me/', 'https://shop_bot.t.me/?start=source-google_medium-cpc'],
    ['https://t.me/shop_bot/app?startapp', 'https://t.me/shop_bot/app?startapp=source-google_medium-cpc'],
    ['tg://resolve?domain=shop_bot', 'tg://resolve?domain=shop_bot&start=source-google_medium-cpc'],
    ['https://t.me/shop_bot?startgroup=', 'https://t.me/shop_bot?startgroup=source-google_medium-cpc'],
  ])('%s carries the visit', (href, expected) => {
    expect(buildLink(href)?.url).toBe(expected);
  });

  it.each([
    'https://t.me/ann_smith',
    'https://t.me/joinchat/bot',
    'https://example.com/shop_bot',
    'mailto:a@shop_bot',
    'https://nott.me/shop_bot',
  ])('%s is none', (href) => {
    expect(buildLink(href)).toBeUndefined();
  });

  it('stays as it is if it has a payload', () => {
    const href = 'https://t.me/shop_bot?start=ref42';
    expect(buildLink(href)).toEqual({ url: href, bot: 'shop_bot', payload: 'ref42' });
    const ticket = 'https://t.me/shop_bot?start=bsv_AbCdEfGhIjK';
    expect(buildLink(ticket)).toEqual({ url: ticket, bot: 'shop_bot', ticket: 'AbCdEfGhIjK' });
  });

  it.each([
    ['a click ID, which only the server may have', { ...google, gclid: 'abc' }, readable],
    ['a value with the separator', { utm_source: 'my_shop' }, readable],
    ['other characters', { utm_source: 'магазин' }, readable],
    ['too much', { utm_source: 'g'.repeat(60) }, readable],
    ['nothing', {}, readable],
    ['the choice of the owner', google, { links: 'ticket' }],
    ['no choice', google, {}],
  ])('carries a ticket for %s', (_why, campaign, rules) => {
    const link = linkToBot('https://t.me/shop_bot', campaign, rules);
    expect(link?.ticket).toMatch(/^[\w-]{11}$/);
    expect(link?.url).toBe(`https://t.me/shop_bot?start=bsv_${link?.ticket}`);
  });

  it('carries nothing where it may not', () => {
    expect(buildLink('https://t.me/shop_bot', google, { links: 'off' })?.url).toBe('https://t.me/shop_bot');
  });

  it('carries the visit in readable form, and the rules of the bot read it back', () => {
    const value = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 1, maxLength: 12 });
    const separators = fc.constantFrom({ between: '_', equals: '-' }, { between: '--', equals: '_' });
    fc.assert(
      fc.property(value, value, separators, (utm_source, utm_medium, { between, equals }) => {
        const rules = { links: 'readable', between, equals };
        const link = linkToBot('https://t.me/shop_bot', { utm_source, utm_medium }, rules);
        const payload = new URL(link?.url ?? '').searchParams.get('start') ?? '';
        if (link?.ticket !== undefined) return;
        const settings = { type: 'all' as const, params: [], sourceParam: 'source' };
        const cut = { ...settings, paramSeparator: between, valueSeparator: equals };
        expect(parseStartPayload(payload, cut)).toEqual({
          source: utm_source,
          params: { source: utm_source, medium: utm_medium },
        });
      }),
    );
  });
});
