import { type ReportType, reportTypes } from '@botscope/contract';
import { looks, type Plain, plain } from './report-looks.ts';
import { asUnit, isCount } from './units.ts';

/** Properties that decide how the lines of an answer are drawn. */
export type Traits = Pick<Plain, 'additive' | 'levels' | 'headline' | 'off' | 'rising' | 'names'>;

/** `by` is the dimension of a breakdown, if the answer is one: its lines are values of that dimension. */
export function traitsOf(type: string, by?: string): Traits {
  const own = Object.hasOwn(looks, type) ? looks[type as ReportType] : plain;
  if (own.names === 'values') return by === 'chat_type' ? { ...own, additive: false } : own;
  if (by === undefined) return own;
  return { ...plain, additive: isDivided(type, by), rising: own.rising, names: 'values' };
}

/** Whether the values of a dimension divide what a report counts: everyone has one, but may write in several chats. */
function isDivided(type: string, by: string): boolean {
  const unit = asUnit(Object.hasOwn(reportTypes, type) ? reportTypes[type as ReportType].unit : undefined);
  return isCount(unit) && (by !== 'chat_type' || unit === 'actions' || unit === 'events');
}
