import type { TargetDraft } from '@botscope/contract';

/** Targets of the demo shop, one of each common kind. */
export const demoTargets: readonly TargetDraft[] = [
  {
    name: 'Order placed',
    trigger: { kind: 'button', data: 'pay', match: 'exact' },
    value: { kind: 'fixed', amount: 4_500, currency: 'EUR' },
  },
  { name: 'Asked for help', trigger: { kind: 'command', name: '/help' }, value: { kind: 'none' } },
  { name: 'Item viewed', trigger: { kind: 'button', data: 'item:', match: 'begins' }, value: { kind: 'none' } },
  { name: 'Checkout in the app', trigger: { kind: 'webapp', name: 'checkout' }, value: { kind: 'none' } },
];
