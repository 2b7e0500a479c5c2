import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { actionWords, actorWords, detailWords } from './audit-words.ts';

/** Keys with what fills them, instead of a dictionary. */
const t = ((key: string, values?: Record<string, unknown>) =>
  values === undefined ? key : `${key} ${Object.values(values).join(' ')}`) as unknown as TFunction;

test('every action has a sentence; one of a newer server has the general one', () => {
  expect(actionWords(t, 'bot_renamed')).toBe('Audit.actions.bot_renamed');
  expect(actionWords(t, 'bot_cloned')).toBe('Audit.actions.other');
});

test('an account is shown by name, the operator and the product in words', () => {
  expect(['ann@example.com', 'operator', ''].map((actor) => actorWords(t, actor))).toEqual([
    'ann@example.com',
    'Audit.operator',
    'Audit.product',
  ]);
});

test.each([
  [{ name: 'store_bot', from: 'shop_bot' }, ['store_bot', 'Audit.detail.from shop_bot']],
  [
    {
      to: 'ben@example.com',
      role: 'viewer',
      keys: ['settings.view', 'errors.view'],
      reports: ['retention', 'nonsense'],
    },
    [
      'Audit.detail.to ben@example.com',
      'Audit.roles.viewer',
      'Audit.detail.keys 2',
      'Audit.detail.reports 1 Reports.titles.retention',
    ],
  ],
  [
    { to: 'ben', from: { role: 'viewer' }, now: {} },
    ['Audit.detail.to ben', 'Audit.detail.from Audit.roles.viewer', 'Audit.detail.now Audit.nothing'],
  ],
  [{ fields: ['error_days', 'of_a_newer_server'] }, ['Audit.fields.error_days']],
  [{ what: 'report_users', report: 'visitors' }, ['Audit.whats.report_users', 'Reports.titles.visitors']],
  [{ uses: 0, days: 7 }, ['Audit.detail.noLimit', 'Audit.detail.days 7']],
  [{ password: true, embeddable: false, expires_at: null, id: 3 }, ['Audit.detail.password']],
  [{ role: 'emperor', name: '', keys: [], from: null, secret: 'x' }, []],
])('%j', (detail, text) => {
  expect(detailWords(t, detail)).toEqual(text);
});
