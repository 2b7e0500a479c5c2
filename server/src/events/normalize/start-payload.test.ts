import { describe, expect, it } from 'vitest';
import { defaultStartRules, parseStartPayload, type StartRules } from './start-payload.ts';

const all: StartRules = { ...defaultStartRules, type: 'all' };

describe('parseStartPayload', () => {
  it.each<[string, StartRules, Record<string, string>, string]>([
    ['source-news1_medium-email', all, { source: 'news1', medium: 'email' }, 'news1'],
    [
      'source-news1_medium-email',
      defaultStartRules,
      { none: 'source-news1_medium-email' },
      'source-news1_medium-email',
    ],
    ['', all, {}, ''],
    ['', defaultStartRules, {}, ''],
    ['promo', all, { none: 'promo' }, ''],
    ['promo', { ...all, sourceParam: 'none' }, { none: 'promo' }, 'promo'],
    ['spring_sale_source-x_now', all, { source: 'x', none: 'spring_sale_now' }, 'x'],
    ['source-a-b-c', all, { source: 'a-b-c' }, 'a-b-c'],
    ['source-my_news_medium-email', all, { source: 'my', medium: 'email', none: 'news' }, 'my'],
    ['source-a_source-b', all, { source: 'a' }, 'a'],
    ['source-_medium-m', all, { source: '', medium: 'm' }, ''],
    ['-x_source-y', all, { none: '-x', source: 'y' }, 'y'],
    ['source-x__y', all, { source: 'x', none: 'y' }, 'x'],
    ['Source-x', all, { Source: 'x' }, ''],
    ['none-a_b', all, { none: 'a' }, ''],
    ['r-12345', { ...all, sourceParam: 'r' }, { r: '12345' }, '12345'],
    ['_tgr_Ab_c-d', all, { none: '_tgr_Ab_c-d' }, ''],
    ['_tgr_Ab_c-d', defaultStartRules, { none: '_tgr_Ab_c-d' }, '_tgr_Ab_c-d'],
    ['bizChat5501234567', defaultStartRules, {}, ''],
    ['bizChats', defaultStartRules, { none: 'bizChats' }, 'bizChats'],
    ['source-x_medium-y_z', { ...all, type: 'only', params: ['source'] }, { source: 'x' }, 'x'],
    ['source-x_medium-y_z', { ...all, type: 'except', params: ['source'] }, { medium: 'y', none: 'z' }, ''],
    [
      'source--news..medium--mail',
      { ...all, paramSeparator: '..', valueSeparator: '--' },
      { source: 'news', medium: 'mail' },
      'news',
    ],
    ['source-x_y', { ...all, paramSeparator: '' }, { source: 'x_y' }, 'x_y'],
    ['source-x_y', { ...all, valueSeparator: '' }, { none: 'source-x_y' }, ''],
  ])('reads %j', (payload, rules, params, source) => {
    expect(parseStartPayload(payload, rules)).toEqual({ params, source });
  });

  it('takes any name as a name', () => {
    const { params } = parseStartPayload('__proto__.x~constructor.y', {
      ...all,
      paramSeparator: '~',
      valueSeparator: '.',
    });
    expect(Object.entries(params)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(parseStartPayload('a-b', { ...all, sourceParam: 'toString' }).source).toBe('');
  });
});
