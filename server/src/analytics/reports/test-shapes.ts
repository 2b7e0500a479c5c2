import { type Detail, type ReportType, reportTypes, utmMeasures } from '@botscope/contract';
import type { Rollup } from '../../events/store/event-store.ts';
import { everyTrigger, purchase } from './conversions/test-targets.ts';
import type { CountedTarget } from './report.ts';

/** A way of asking that the SQL of a report may depend on. */
export interface Shape {
  name: string;
  period: string;
  detail: Detail;
  hiddenCommands?: readonly string[];
  callbackMaxLength?: number;
  filter?: string;
  targets?: readonly CountedTarget[];
  model?: string;
  parameter?: string;
  measure?: string;
  by?: string;
  rollup?: Rollup;
  compare?: string;
}

export const week = { period: '2024-01-01..2024-01-07', detail: 'day' } as const;
const ofActions = { filter: 'chat_type:private;premium:yes' };

/** The first half of the week is rolled up. */
const rolled = {
  ...week,
  rollup: { generation: 0, until: Date.parse('2024-01-04'), staleUsers: [], usersToRebuild: [] },
};
const staleUserIds = { ...week, rollup: { ...rolled.rollup, generation: 1, staleUsers: [11, 12] } };

/** Buckets of one length, buckets around a clock change, many days, other commands, filters, targets, a rolled-up past. */
const shapes: readonly Shape[] = [
  { name: 'equal days', ...week },
  { name: 'days around a clock change', period: '2024-03-29..2024-04-02', detail: 'day' },
  { name: 'a year of months', period: '2023-04-01..2024-03-31', detail: 'month' },
  { name: 'compared', ...week, compare: 'previous' },
  { name: 'hidden commands', ...week, hiddenCommands: ['🛒 Basket', "it's"] },
  { name: 'short buttons', ...week, callbackMaxLength: 8 },
  { name: 'hidden commands and short buttons', ...week, hiddenCommands: ['🛒 Basket'], callbackMaxLength: 8 },
  { name: 'targets', ...week, targets: everyTrigger },
  {
    name: 'a filter of users',

    ...week,
    filter: 'source:ads;language:!ru;command:/buy|gender:male;audience:new',
  },
  { name: 'a filter of actions', ...week, ...ofActions },
  { name: 'rolled up', ...rolled },
  { name: 'rolled up, a filter of actions', ...rolled, ...ofActions },
  {
    name: 'rolled up, with stale users and a filter of users',
    ...staleUserIds,
    filter: 'source:ads;language:!ru|gender:male',
  },
];

const ofModels: readonly Shape[] = [
  { name: 'last launch', ...week, model: 'last' },
  { name: 'last significant launch', ...week, model: 'last_significant' },
  { name: 'first launch, another parameter', ...week, parameter: 'medium' },
  { name: 'last launch, rolled up', ...rolled, model: 'last' },
  { name: 'last significant launch, rolled up', ...rolled, model: 'last_significant' },
  { name: 'last significant launch, with stale users', ...staleUserIds, model: 'last_significant' },
];

const ofMeasures: readonly Shape[] = utmMeasures.map((measure) => ({
  name: measure,

  ...week,
  measure,
}));

const ofMoney: readonly Shape[] = [
  { name: 'purchases, rolled up', ...rolled, targets: [purchase] },
  { name: 'purchases, rolled up, with stale users', ...staleUserIds, targets: [purchase] },
];

export function listShapes(type: string): readonly Shape[] {
  const options: readonly string[] = reportTypes[type as ReportType].supports;
  return [
    ...shapes,
    ...(options.includes('model') ? ofModels : []),
    ...(options.includes('measure') ? ofMeasures : []),
    ...(type.includes('conversion') || type === 'sum_income' ? ofMoney : []),
  ];
}

/** A way of asking that the text of a report itself may depend on, whatever its sources are. */
interface GoldenShape extends Omit<Shape, 'rollup' | 'filter' | 'compare'> {
  /** The lines that a comparison is asked for. */
  named?: readonly string[];
}

const goldenShapes: readonly GoldenShape[] = [
  { name: 'a week by the day', ...week },
  { name: 'compared', ...week, named: ['a'] },
  { name: 'hidden commands and short buttons', ...week, hiddenCommands: ['Basket'], callbackMaxLength: 8 },
];

export function listGoldenShapes(type: string): readonly GoldenShape[] {
  const { supports }: { supports: readonly string[] } = reportTypes[type as ReportType];
  const ofActions = supports.includes('dimension') ? [{ name: 'by chat type', ...week, by: 'chat_type' }] : [];
  return [
    ...goldenShapes,
    ...ofActions,
    ...(supports.includes('parameter') ? [{ name: 'another parameter', ...week, parameter: 'medium' }] : []),
    ...(supports.includes('measure') ? ofMeasures : []),
  ];
}
