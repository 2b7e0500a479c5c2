import type { CountedTarget } from '@botscope/server/analytics/reports/report.ts';

/** The built-in targets, a command and a button. */
export const targets: readonly CountedTarget[] = [
  { id: 1, name: 'Sale', trigger: { kind: 'api' }, value: { kind: 'event' } },
  { id: 2, name: 'Purchases', trigger: { kind: 'purchase' }, value: { kind: 'event' } },
  {
    id: 10_001,
    name: 'Command',
    trigger: { kind: 'command', name: '/command7' },
    value: { kind: 'fixed', amount: 500, currency: 'EUR' },
  },
  { id: 10_002, name: 'Button', trigger: { kind: 'button', data: 'menu:7', match: 'exact' }, value: { kind: 'none' } },
];
