import { type ReportType, reportTypes } from '@botscope/contract';
import { looks, type Plain, plainLook } from './report-looks.ts';
import { asUnit, isCount } from './units.ts';

/** Properties that decide how the lines of an answer are drawn. */
export type Traits = Pick<Plain, 'additive' | 'levels' | 'headline' | 'off' | 'rising' | 'names'>;

/** `dimension` is the dimension of a breakdown, if the answer is one: its lines are values of that dimension. */
export function traitsOf(type: string, dimension?: string): Traits {
  const reportLook = Object.hasOwn(looks, type) ? looks[type as ReportType] : plainLook;
  if (reportLook.names === 'values') return dimension === 'chat_type' ? { ...reportLook, additive: false } : reportLook;
  if (dimension === undefined) return reportLook;
  return { ...plainLook, additive: isDivided(type, dimension), rising: reportLook.rising, names: 'values' };
}

/** Whether the values of a dimension divide what a report counts: everyone has one, but may write in several chats. */
function isDivided(type: string, dimension: string): boolean {
  const unit = asUnit(Object.hasOwn(reportTypes, type) ? reportTypes[type as ReportType].unit : undefined);
  return isCount(unit) && (dimension !== 'chat_type' || unit === 'actions' || unit === 'events');
}
