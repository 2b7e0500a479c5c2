import { expect, it } from 'vitest';
import { linkTo } from './link-to.ts';

it('a link names the bot, and keeps the question', () => {
  const address = 'https://bots.example/reports/visitors?lang=ru&period=7d&filter=source%3Aads%3Blanguage%3A%21ru';
  const link = new URL(linkTo(address, { key: '0123456789abc', is_demo: false }));
  expect(Object.fromEntries(link.searchParams)).toEqual({
    lang: 'ru',
    period: '7d',
    filter: 'source:ads;language:!ru',
    bot: '0123456789abc',
  });
  expect(linkTo('https://bots.example/reports/visitors?bot=1', { key: '1', is_demo: true })).toBe(
    'https://bots.example/reports/visitors?demo=1',
  );
});
