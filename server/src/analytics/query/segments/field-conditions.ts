import { operatorsOfField, type SegmentCondition } from '@botscope/contract';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/errors.ts';
import { dayStart, localDay, shiftDays } from '../period.ts';
import { alsoUsers, type Bindings, type FieldType, resolveStretch, type SegmentContext } from './segment-context.ts';

type FieldCondition = Extract<SegmentCondition, { kind: 'field' }>;

/** A custom field, as a condition on `user_id`. Throws InvalidField where the bot has no such field, or none that can be compared so. */
export function fieldCondition(condition: FieldCondition, bindings: Bindings, context: SegmentContext): string {
  const type = context.fields.get(condition.key);
  if (type === undefined || !operatorsOfField[type === 'day' ? 'date' : type].includes(condition.is)) {
    throw new AppError('InvalidField', { field: 'rules' });
  }
  const isOpposite = condition.is === 'is_not' || condition.is === 'is_not_set';
  return `user_id ${isOpposite ? 'NOT IN' : 'IN'} (
    SELECT user_id FROM field_values FINAL
    WHERE bot = {bot:String} AND key = ${bindings.bind(condition.key, 'String')} AND is_set${compare(condition, type, bindings, context)}${alsoUsers(context)})`;
}

/** Compiles the comparison of a field's value, beginning with AND; '' where any value will do. */
function compare({ is, values }: FieldCondition, type: FieldType, bindings: Bindings, context: SegmentContext): string {
  const [first = ''] = values;
  switch (is) {
    case 'is_set':
    case 'is_not_set':
      return '';
    case 'is':
    case 'is_not':
      if (type === 'number') return ` AND value_number IN ${bindings.bind(values.map(parseNumber), 'Array(Float64)')}`;
      if (type === 'boolean')
        return ` AND value_number IN ${bindings.bind(values.map(parseBoolean), 'Array(Float64)')}`;
      return ` AND value_text IN ${bindings.bind([...values], 'Array(String)')}`;
    case 'contains':
      return ` AND positionCaseInsensitiveUTF8(value_text, ${bindings.bind(required(first), 'String')}) > 0`;
    case 'has_any':
      return ` AND hasAny(value_list, ${bindings.bind([...values], 'Array(String)')})`;
    case 'at_least':
    case 'at_most': {
      const sign = is === 'at_least' ? '>=' : '<=';
      if (type === 'number') return ` AND value_number ${sign} ${bindings.bind(parseNumber(first), 'Float64')}`;
      const { timeZone } = daysOfField(type, context);
      const { start, end } = resolveStretch(
        { kind: 'between', from: parseDay(first), to: parseDay(first) },
        createUnboundedContext(timeZone),
      );
      return is === 'at_least'
        ? ` AND value_time >= ${bindings.moment(start)}`
        : ` AND value_time < ${bindings.moment(end)}`;
    }
    case 'in_last_days': {
      const { start, end } = resolveStretch({ kind: 'last', days: parseDayCount(first) }, daysOfField(type, context));
      return ` AND value_time >= ${bindings.moment(start)} AND value_time < ${bindings.moment(end)}`;
    }
  }
}

/**
 * The last day is the reader's today. A birthday is the same day for every reader, but a moment lies on the day of the
 * reader's time zone.
 */
function daysOfField(type: FieldType, { asOf, timeZone }: SegmentContext): { asOf: number; timeZone: string } {
  if (type !== 'day') return { asOf, timeZone };
  return { asOf: dayStart(shiftDays(localDay(asOf - 1, timeZone), 1), 'UTC'), timeZone: 'UTC' };
}

/** A date in a field may lie in the future. */
const createUnboundedContext = (timeZone: string) => ({ timeZone, asOf: Number.MAX_SAFE_INTEGER });

function required(text: string): string {
  if (text === '') throw new AppError('InvalidField', { field: 'rules' });
  return text;
}

function parseNumber(text: string): number {
  const number = Number(required(text));
  if (!Number.isFinite(number)) throw new AppError('InvalidField', { field: 'rules' });
  return number;
}

function parseDay(text: string): string {
  if (!z.iso.date().safeParse(text).success) throw new AppError('InvalidField', { field: 'rules' });
  return text;
}

function parseDayCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new AppError('InvalidField', { field: 'rules' });
  return Number(text);
}

function parseBoolean(text: string): number {
  if (text !== 'yes' && text !== 'no') throw new AppError('InvalidField', { field: 'rules' });
  return text === 'yes' ? 1 : 0;
}
