import type { SiteVisit } from '@botscope/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { launchOfVisit } from './launch-of-visit.ts';
import { defaultStartRules, parseStartPayload, parseTicket, type StartRules } from './start-payload.ts';

const pairs: StartRules = { ...defaultStartRules, type: 'all' };
const visit = (params: SiteVisit['params'], overrides: Partial<SiteVisit> = {}): SiteVisit => ({
  ...{ params, referrer: '', host: 'www.example.com', entry: '/' },
  ...overrides,
});
const google = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'may', gclid: 'x1' };

test.each<[string, SiteVisit, StartRules, Record<string, string>, string]>([
  ['by its parameters', visit(google), pairs, { source: 'google', medium: 'cpc', campaign: 'may' }, 'google'],
  [
    'another name of the source',
    visit(google),
    { ...pairs, sourceParam: 'src' },
    { src: 'google', medium: 'cpc', campaign: 'may' },
    'google',
  ],
  [
    'the source is the campaign',
    visit(google),
    { ...pairs, sourceParam: 'campaign' },
    { source: 'google', medium: 'cpc', campaign: 'may' },
    'may',
  ],
  ['only what is wanted', visit(google), { ...pairs, type: 'only', params: ['medium'] }, { medium: 'cpc' }, ''],
  [
    'all but some',
    visit(google),
    { ...pairs, type: 'except', params: ['medium'] },
    { source: 'google', campaign: 'may' },
    'google',
  ],
  [
    'payloads are not cut',
    visit(google),
    defaultStartRules,
    { none: 'google', medium: 'cpc', campaign: 'may' },
    'google',
  ],
  ['only a click ID', visit({ yclid: '1' }), pairs, { source: 'yandex', medium: 'cpc' }, 'yandex'],
  [
    'another website',
    visit({}, { referrer: 'www.news.org/a' }),
    pairs,
    { source: 'news.org', medium: 'referral' },
    'news.org',
  ],
  ['nothing but the website', visit({}), pairs, { source: 'example.com' }, 'example.com'],
])('%s', (_, siteVisit, rules, params, source) => expect(launchOfVisit(siteVisit, rules)).toEqual({ params, source }));

test('is what a readable link with the same parameters gives, whatever the rules', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  const params = fc.record(
    { utm_source: word, utm_medium: word, utm_campaign: word, utm_content: word, utm_term: word },
    { requiredKeys: ['utm_source'] },
  );
  const rules = fc.record({
    type: fc.constantFrom('all', 'only', 'except') as fc.Arbitrary<StartRules['type']>,
    params: fc.subarray(['source', 'medium', 'campaign', 'src']),
    paramSeparator: fc.constantFrom('_', '__'),
    valueSeparator: fc.constantFrom('-', '--'),
    sourceParam: fc.constantFrom('source', 'src', 'medium'),
  });
  fc.assert(
    fc.property(params, rules, (campaignParams, startRules) => {
      const name = startRules.sourceParam === 'medium' ? 'source' : startRules.sourceParam;
      const readable = Object.entries(campaignParams)
        .map(([key, value]) => [key === 'utm_source' ? name : key.slice(4), value].join(startRules.valueSeparator))
        .join(startRules.paramSeparator);
      expect(launchOfVisit(visit(campaignParams), startRules)).toEqual(parseStartPayload(readable, startRules));
    }),
  );
});

test('a ticket is a payload of exactly one form, and rules never read it', () => {
  expect(parseTicket('bsv_Ab3-_678901')).toBe('Ab3-_678901');
  for (const other of [
    'bsv_Ab3-_67890',
    'bsv_Ab3-_6789012',
    'bsv-Ab3-_678901',
    '_tgr_Ab3-_678901',
    'bsv_Ab3-.678901',
    '',
  ])
    expect(parseTicket(other)).toBeNull();
  for (const rules of [pairs, defaultStartRules])
    expect(parseStartPayload('bsv_Ab3-_678901', rules)).toEqual({ params: {}, source: '' });
});
