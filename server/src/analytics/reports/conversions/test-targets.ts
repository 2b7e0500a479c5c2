import type { CountedTarget } from '../report.ts';

const target = (
  id: number,
  name: string,
  trigger: CountedTarget['trigger'],
  value: CountedTarget['value'] = { kind: 'none' },
): CountedTarget => ({ id, name, trigger, value });

/** The targets that every bot has. */
export const sale = target(1, 'Sale', { kind: 'api' }, { kind: 'event' });
export const purchase = target(2, 'Telegram purchases', { kind: 'purchase' }, { kind: 'event' });

/** One target of each trigger, the built-in ones first. */
export const everyTrigger: readonly CountedTarget[] = [
  sale,
  purchase,
  target(10_001, 'Command', { kind: 'command', name: '/buy' }, { kind: 'fixed', amount: 500, currency: 'EUR' }),
  target(10_002, 'Hidden command', { kind: 'command', name: '🛒 Basket' }),
  target(10_003, 'Button', { kind: 'button', data: 'order:confirm', match: 'exact' }),
  target(10_004, 'Button begins', { kind: 'button', data: 'order:', match: 'begins' }),
  target(10_005, 'Text', { kind: 'text', text: 'Yes', match: 'exact' }),
  target(10_006, 'Long text', { kind: 'text', text: `Yes, ${'really '.repeat(10)}`.trim(), match: 'exact' }),
  target(10_007, 'Contains', { kind: 'text', text: 'REALLY', match: 'contains' }),
  target(10_008, 'Pattern', { kind: 'text', text: '^order \\d+$', match: 'pattern' }),
  target(10_009, 'Launch', { kind: 'start', payload: '' }),
  target(10_010, 'Launch from', { kind: 'start', payload: 'promo' }),
  target(10_011, 'Parameter', { kind: 'start_param', param: 'none', value: '' }),
  target(10_012, 'Parameter is', { kind: 'start_param', param: 'none', value: 'promo' }),
  target(10_013, 'Event', { kind: 'event', event: 'inline_query' }),
  target(10_014, 'Mini App', { kind: 'webapp', name: 'checkout' }),
  target(10_015, 'API', { kind: 'api' }, { kind: 'event' }),
];
