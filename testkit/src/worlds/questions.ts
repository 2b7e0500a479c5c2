import type { Condition, Detail, Dimension } from '@botscope/contract';
import { shiftDay } from '../oracle/calendar.ts';
import type { Question } from '../oracle/question.ts';
import { countedReports, getReport, supports } from '../oracle/reports.ts';
import type { Dice } from './dice.ts';
import type { World } from './world.ts';
import { zoneCases } from './zone-cases.ts';

/** Without what only the product can know: the numbers of the targets. */
export type Draft = Omit<Question, 'targets'>;

/** Reports that the worlds can be asked for: not those of Mini Apps over HTTP, for hits need initData that Telegram signed. */
const types = countedReports.filter((type) => !/^(web_sessions|app_session_)/.test(type));

/**
 * Draws `count` questions about a world, asked at one moment (Unix ms): every report in turn, with a period that cuts
 * the history, and all else by chance.
 */
export function questionsAbout(world: World, now: number, dice: Dice, count: number): Draft[] {
  const from = dice.between(0, types.length - 1);
  return Array.from({ length: count }, (_, index) => ({
    ...drawQuestion(world, dice, types[(from + index) % types.length] ?? 'visitors'),
    now,
  }));
}

/** First and last day, counted from the odd day: mostly near it, and some that reach far into the future. */
const periods: readonly (readonly [number, number])[] = [
  [0, 0],
  [-1, 0],
  [-1, 1],
  [0, 2],
  [-3, 4],
  [-8, -1],
  [-5, 9],
  [-20, 11],
  [-45, 45],
];

function drawQuestion(world: World, dice: Dice, type: string): Omit<Draft, 'now'> {
  const [first, last] = dice.pick(periods);
  const days = last - first;
  const details: Detail[] = ['day', 'day', 'week', 'month', ...(days < 4 ? (['hour'] as const) : [])];
  const filter = drawFilter(dice);
  const breakdown = dice.chance(0.35) ? dice.pick(dividing) : undefined;
  const isDivided = getReport(type).shape === 'series' && type !== 'activity_hours';
  const { zoneCase, rules, sessionGapMinutes, callbackMaxLength } = world;
  return {
    type,
    from: shiftDay(zoneCase.day, first),
    to: shiftDay(zoneCase.day, last),
    zone: dice.chance(0.25) ? dice.pick(zoneCases).zone : zoneCase.zone,
    detail: dice.pick(details),
    sessionGapMinutes,
    callbackMaxLength,
    hiddenCommands: [],
    filter,
    model: dice.pick(['first', 'last', 'last_significant']),
    parameter: dice.pick(['source', 'medium', 'none']),
    measure: dice.pick(['launches', 'new', 'visitors', 'left', 'conversions']),
    rules,
    ...(dice.chance(0.3) ? { compare: dice.pick(['previous', 'year'] as const) } : {}),
    ...(breakdown !== undefined && (isDivided || supports(type, 'dimension')) ? { by: breakdown } : {}),
  };
}

/** Values that occur in the worlds, and one that does not. */
const values: Partial<Record<Dimension, readonly string[]>> = {
  source: ['', 'ads', 'site', 'catalog', 'source-ads', 'nobody'],
  'param.medium': ['', 'mail'],
  'param.none': ['catalog', 'promo', '_tgr_source-ads', ''],
  language: ['en', 'ru', 'pt-br', ''],
  premium: ['yes', 'no'],
  gender: ['male', 'female', 'unknown'],
  country: ['BR', ''],
  command: ['/help', '/start', '/buy', '/кнопка', 'menu', '🛒🛒🛒'],
  chat_type: ['private', 'supergroup', 'group', 'sender', 'channel'],
  audience: ['new', 'returning'],
};
const dimensions = Object.keys(values) as Dimension[];
const dividing = dimensions.filter((dimension) => dimension !== 'command');

function drawFilter(dice: Dice): Question['filter'] {
  const condition = (): Condition => {
    const dimension = dice.pick(dimensions);
    const dimensionValues = values[dimension] ?? [];
    const drawn = new Set([dice.pick(dimensionValues), dice.pick(dimensionValues)]);
    return { dimension, not: dice.chance(0.4), values: [...drawn] };
  };
  const group = () => Array.from({ length: dice.between(1, 2) }, condition);
  if (dice.chance(0.5)) return [];
  return dice.chance(0.7) ? [[condition()]] : Array.from({ length: dice.between(1, 2) }, group);
}

/** The address's words for a question (docs: filters). */
export function buildAddress({
  from,
  to,
  detail,
  filter,
  model,
  parameter,
  measure,
  compare,
  by,
  type,
}: Draft): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('!', '%21');
  const conditions = filter.map((group) =>
    group.map((one) => `${encode(one.dimension)}:${one.not ? '!' : ''}${one.values.map(encode).join(',')}`).join(';'),
  );
  const query = new URLSearchParams({ period: `${from}..${to}`, detail, model });
  if (conditions.length > 0) query.set('filter', conditions.join('|'));
  if (compare) query.set('compare', compare);
  if (by) query.set('by', by);
  if (supports(type, 'parameter')) query.set('parameter', parameter);
  if (supports(type, 'measure')) query.set('measure', measure);
  return query.toString();
}
