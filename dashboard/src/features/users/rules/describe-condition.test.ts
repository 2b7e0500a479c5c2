import type { SegmentCondition } from '@botscope/contract';
import fc from 'fast-check';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { reportNames as englishReports } from '../../../analytics/locales/en/report-names.ts';
import { reportNames as russianReports } from '../../../analytics/locales/ru/report-names.ts';
import { loadTexts } from '../../../platform/i18n/load-texts.fixture.ts';
import { anyCondition, anyRules } from './any-rules.fixture.ts';
import { describeCondition, describeRule } from './describe-condition.ts';
import type { RuleWords } from './rule-words.ts';

beforeAll(async () => {
  await i18next.init({ resources: {}, interpolation: { escapeValue: false } });
  for (const language of ['en', 'ru'] as const) {
    const bundle = await loadTexts(language, ['Reports', 'Users']);
    i18next.addResourceBundle(language, 'translation', bundle);
    const reports = language === 'en' ? englishReports : russianReports;
    i18next.addResourceBundle(language, 'translation', { Reports: reports }, true);
  }
});

const inLanguage = (locale: 'en' | 'ru'): RuleWords => ({
  t: i18next.getFixedT(locale),
  locale,
  names: {
    segment: (id) => (id === 7 ? 'VIP' : undefined),
    target: (id) => (id === 12 ? 'Order' : undefined),
    field: () => undefined,
    campaign: (id) => (id === 5 ? 'News' : undefined),
  },
});

const last = (days: number) => ({ kind: 'last', days }) as const;
const times = (comparison: 'at_least' | 'at_most' | 'exactly', number: number) =>
  ({ of: 'count', is: comparison, number }) as const;
const event = (part: Partial<Extract<SegmentCondition, { kind: 'event' }>>): SegmentCondition => ({
  kind: 'event',
  did: true,
  event: { kind: 'command', name: '/buy' },
  times: times('at_least', 1),
  when: { kind: 'ever' },
  ...part,
});

const cases: readonly [condition: SegmentCondition, en: string, ru: string][] = [
  [{ kind: 'property', property: 'status', not: false, values: ['live'] }, 'Status is current', 'Статус: текущий'],
  [
    { kind: 'property', property: 'language', not: true, values: ['ru', 'en'] },
    'Language is not Russian, not English',
    'Язык: не Русский, не Английский',
  ],
  [
    { kind: 'property', property: 'gender', not: false, values: ['male', 'unknown'] },
    'Gender is male or unknown',
    'Пол: мужской или неизвестен',
  ],
  [
    { kind: 'property', property: 'premium', not: true, values: ['yes'] },
    'Has no Telegram Premium',
    'Нет Telegram Premium',
  ],
  [{ kind: 'property', property: 'username', not: false, values: ['yes'] }, 'Has a username', 'Есть имя пользователя'],
  [{ kind: 'property', property: 'first_name', not: true, values: ['yes'] }, 'Has no first name', 'Нет имени'],
  [{ kind: 'property', property: 'last_name', not: false, values: ['yes'] }, 'Has a last name', 'Есть фамилия'],
  [
    { kind: 'property', property: 'unsubscribed', not: false, values: ['yes'] },
    'Unsubscribed from mailings',
    'Отписан от рассылок',
  ],
  [
    { kind: 'property', property: 'unsubscribed', not: true, values: ['yes'] },
    'Did not unsubscribe from mailings',
    'Не отписан от рассылок',
  ],
  [
    { kind: 'property', property: 'unsubscribe_reason', not: false, values: ['requested', 'complained'] },
    'Reason for unsubscribing is request or complaint',
    'Причина отписки: просьба или жалоба',
  ],
  [
    { kind: 'seen', seen: 'first', when: last(1) },
    'First seen in the last 1 day',
    'Впервые появился за последний 1 день',
  ],
  [
    { kind: 'seen', seen: 'first', when: last(3) },
    'First seen in the last 3 days',
    'Впервые появился за последние 3 дня',
  ],
  [
    { kind: 'seen', seen: 'last', when: { kind: 'before', days: 30 } },
    'Last seen more than 30 days ago',
    'Не появлялся более 30 дней',
  ],
  [
    { kind: 'seen', seen: 'last', when: { kind: 'before', days: 21 } },
    'Last seen more than 21 days ago',
    'Не появлялся более 21 дня',
  ],
  [
    { kind: 'seen', seen: 'first', when: { kind: 'between', from: '2026-10-01', to: '2026-10-31' } },
    'First seen between Oct 1, 2026 and Oct 31, 2026',
    'Впервые появился с 1 окт. 2026 г. по 31 окт. 2026 г.',
  ],
  [{ kind: 'source', not: false, values: ['ads', ''] }, 'Source is ads or Direct', 'Источник: ads или Прямые заходы'],
  [
    { kind: 'source', model: 'first', parameter: 'utm_campaign', not: true, values: ['spring', ''] },
    'Parameter utm_campaign of the first launch is not spring, not no value',
    'Параметр utm_campaign первого запуска: не spring, не без значения',
  ],
  [
    { kind: 'field', key: 'city', is: 'contains', values: ['burg'] },
    'Field city contains “burg”',
    'Поле city содержит «burg»',
  ],
  [
    { kind: 'field', key: 'renewed', is: 'in_last_days', values: ['5'] },
    'Field renewed is in the last 5 days',
    'Поле renewed: за последние 5 дней',
  ],
  [event({}), 'Sent /buy', 'Отправлял /buy'],
  [
    event({ event: { kind: 'campaign', campaign_id: 5 }, when: last(7) }),
    'Got the campaign “News” in the last 7 days',
    'Получал рассылку «News» за последние 7 дней',
  ],
  [event({ did: false, event: { kind: 'campaign', campaign_id: 0 } }), 'Got no campaign', 'Не получал рассылок'],
  [
    event({ did: false, event: { kind: 'campaign_button', campaign_id: 6 } }),
    'Did not press a button of the campaign “deleted campaign”',
    'Не нажимал кнопок рассылки «удалённая рассылка»',
  ],
  [
    event({ event: { kind: 'campaign_link', campaign_id: 5 } }),
    'Opened a link of the campaign “News”',
    'Открывал ссылки из рассылки «News»',
  ],
  [
    event({ event: { kind: 'campaign_button', campaign_id: 0 } }),
    'Pressed a button of a campaign',
    'Нажимал кнопки рассылок',
  ],
  [
    event({ times: times('at_least', 3), when: last(30) }),
    'Sent /buy at least 3 times in the last 30 days',
    'Отправлял /buy не менее 3 раз за последние 30 дней',
  ],
  [
    event({ times: times('exactly', 2), when: last(22) }),
    'Sent /buy exactly 2 times in the last 22 days',
    'Отправлял /buy ровно 2 раза за последние 22 дня',
  ],
  [
    event({ did: false, when: last(7) }),
    'Did not send /buy in the last 7 days',
    'Не отправлял /buy за последние 7 дней',
  ],
  [
    event({ did: false, times: times('at_most', 21), when: { kind: 'before', days: 2 } }),
    'Except users who sent /buy at most 21 times more than 2 days ago',
    'Кроме тех, кто отправлял /buy не более 21 раза более 2 дней назад',
  ],
  [
    event({
      event: { kind: 'payment' },
      times: { of: 'sum', is: 'at_least', amount: 1_050, currency: 'EUR' },
      when: last(90),
    }),
    'Paid in Telegram for at least €10.50 in total in the last 90 days',
    'Платил в Telegram на сумму не менее 10,50 € за последние 90 дней',
  ],
  [
    event({ event: { kind: 'action', types: ['photo', 'voice'] } }),
    'Had actions: photos or voice messages',
    'Совершал действия: фото или голосовые',
  ],
  [
    event({ did: false, event: { kind: 'action', types: [] }, when: last(30) }),
    'Was not active in the last 30 days',
    'Не был активен за последние 30 дней',
  ],
  [event({ event: { kind: 'target', target_id: 12 } }), 'Reached the target “Order”', 'Достиг цели «Order»'],
  [
    event({ event: { kind: 'target', target_id: 13 } }),
    'Reached the target “deleted target”',
    'Достиг цели «удалённая цель»',
  ],
  [
    event({ event: { kind: 'button', data: 'buy:', match: 'begins' } }),
    'Pressed a button that begins with “buy:”',
    'Нажимал кнопку, данные которой начинаются с «buy:»',
  ],
  [{ kind: 'segment', segment_id: 7, not: true }, 'Is not in “VIP”', 'Не входит в «VIP»'],
  [{ kind: 'share', percent: 12.5, seed: 1 }, 'Random sample of 12.5%', 'Случайная выборка: 12,5 %'],
];

const spaced = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

test.each(cases)('%j', (condition, en, ru) => {
  expect([
    spaced(describeCondition(inLanguage('en'), condition)),
    spaced(describeCondition(inLanguage('ru'), condition)),
  ]).toEqual([en, ru]);
});

test('groups stand in brackets, joined by what holds', () => {
  const [status, premium] = [cases[0]?.[0], cases[3]?.[0]];
  if (!status || !premium) throw new Error('no cases');
  const rules = { match: 'any', rules: [status, { match: 'all', rules: [premium, status] }] } as const;
  expect(describeRule(inLanguage('en'), rules)).toBe(
    '(status is current or (has no Telegram Premium and status is current))',
  );
  expect(describeRule(inLanguage('ru'), rules)).toBe('(статус: текущий или (нет Telegram Premium и статус: текущий))');
});

test('every condition that the contract knows has words, in both languages', () => {
  fc.assert(
    fc.property(anyCondition, (condition) => {
      for (const language of ['en', 'ru'] as const) {
        const words = describeCondition(inLanguage(language), condition);
        expect(words.trim()).not.toBe('');
        expect(words).not.toMatch(/(?:Users|Reports)\.\w|\{\{\w|undefined/);
      }
    }),
  );
});

test('every tree of rules has words', () => {
  fc.assert(
    // Values of users may have braces.
    fc.property(anyRules, (rules) => {
      expect(describeRule(inLanguage('ru'), rules)).not.toMatch(/(?:Users|Reports)\.\w|\{\{\w+\}\}/);
    }),
  );
});
