import { type Detail, type ReportType, reportTypes, utmMeasures } from '@botscope/contract';
import type { Rollup } from '../../events/store/event-store.ts';
import { everyTrigger, purchase } from './conversions/test-targets.ts';
import type { CountedTarget } from './report.ts';

/** A way of asking that the SQL of a report may depend on. */
export interface Shape {
  name: string;
  /** The idea that its statements are kept under, in a file of their own; the report's first file unless given. */
  about?: string;
  period: string;
  detail: Detail;
  hiddenCommands?: readonly string[];
  callbackMaxLength?: number;
  filter?: string;
  targets?: readonly CountedTarget[];
  model?: string;
  parameter?: string;
  measure?: string;
  rollup?: Rollup;
  compare?: string;
}

const week = { period: '2024-01-01..2024-01-07', detail: 'day' } as const;
const ofActions = { filter: 'chat_type:private;premium:yes' };

/** The first half of the week is rolled up. */
const rolled = { ...week, rollup: { edition: 0, until: Date.parse('2024-01-04'), late: [], stale: [] } };
const latecomers = { ...week, about: 'latecomers', rollup: { ...rolled.rollup, edition: 1, late: [11, 12] } };

/** Buckets of one length, buckets around a clock change, many days, other commands, filters, targets, a rolled-up past. */
const shapes: readonly Shape[] = [
  { name: 'equal days', ...week },
  { name: 'days around a clock change', period: '2024-03-29..2024-04-02', detail: 'day' },
  { name: 'a year of months', period: '2023-04-01..2024-03-31', detail: 'month' },
  { name: 'compared', about: 'compared', ...week, compare: 'previous' },
  { name: 'hidden commands', ...week, hiddenCommands: ['🛒 Basket', "it's"] },
  { name: 'short buttons', ...week, callbackMaxLength: 8 },
  { name: 'hidden commands and short buttons', ...week, hiddenCommands: ['🛒 Basket'], callbackMaxLength: 8 },
  { name: 'targets', ...week, targets: everyTrigger },
  {
    name: 'a filter of people',
    about: 'filters',
    ...week,
    filter: 'source:ads;language:!ru;command:/buy|gender:male;audience:new',
  },
  { name: 'a filter of actions', about: 'filters', ...week, ...ofActions },
  { name: 'rolled up', about: 'rolled-up', ...rolled },
  { name: 'rolled up, a filter of actions', about: 'rolled-up', ...rolled, ...ofActions },
  {
    name: 'rolled up, with latecomers and a filter of people',
    ...latecomers,
    filter: 'source:ads;language:!ru|gender:male',
  },
];

const ofModels: readonly Shape[] = [
  { name: 'last launch', about: 'models', ...week, model: 'last' },
  { name: 'last significant launch', about: 'models', ...week, model: 'last_significant' },
  { name: 'first launch, another parameter', about: 'parameters', ...week, parameter: 'medium' },
  { name: 'last launch, rolled up', about: 'rolled-up-models', ...rolled, model: 'last' },
  { name: 'last significant launch, rolled up', about: 'rolled-up-models', ...rolled, model: 'last_significant' },
  { name: 'last significant launch, with latecomers', ...latecomers, model: 'last_significant' },
];

const ofMeasures: readonly Shape[] = utmMeasures.map((measure) => ({
  name: measure,
  about: 'measures',
  ...week,
  measure,
}));

const ofMoney: readonly Shape[] = [
  { name: 'purchases, rolled up', ...rolled, about: 'rolled-up-purchases', targets: [purchase] },
  { name: 'purchases, rolled up, with latecomers', ...latecomers, about: 'rolled-up-purchases', targets: [purchase] },
];

export function shapesOf(type: string): readonly Shape[] {
  const asks: readonly string[] = reportTypes[type as ReportType].asks;
  return [
    ...shapes,
    ...(asks.includes('model') ? ofModels : []),
    ...(asks.includes('measure') ? ofMeasures : []),
    ...(type.includes('conversion') || type === 'sum_income' ? ofMoney : []),
  ];
}
