import { builtInTargets } from '@botscope/contract';
import type { CountedTarget } from '../../analytics/reports/report.ts';

/** Targets of every bot: sales sent by API, and purchases inside Telegram. The dashboard translates their names. */
export const everyBotsTargets: readonly CountedTarget[] = [
  { id: builtInTargets.sale, name: 'Sale', trigger: { kind: 'api' }, value: { kind: 'event' } },
  { id: builtInTargets.purchase, name: 'Telegram purchases', trigger: { kind: 'purchase' }, value: { kind: 'event' } },
];

export const isBuiltIn = (id: number): boolean => everyBotsTargets.some((target) => target.id === id);
