import { type ErrorCode, errors } from '@botscope/contract';
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import { ApiError } from '../platform/api/api-error.ts';

/** Problem of one field: a code of the catalogue, a length, or a number out of its range. */
export type FieldProblem =
  | { code: ErrorCode }
  | { tooShort: number }
  | { tooLong: number }
  | { tooLow: number }
  | { tooHigh: number };

/** Problems of a form's values by field, by the same schema that the server will use; the first problem of each field. */
export function fieldProblems(schema: z.core.$ZodType, values: Record<string, unknown>): Record<string, FieldProblem> {
  const outcome = z.safeParse(schema, values);
  const problems: Record<string, FieldProblem> = {};
  for (const issue of outcome.error?.issues ?? []) {
    const field = String(issue.path[0] ?? '');
    problems[field] ??= toProblem(issue, values[field]);
  }
  return problems;
}

function toProblem(issue: z.core.$ZodIssue, value: unknown): FieldProblem {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
    return { code: 'RequiredFields' };
  }
  if (issue.message in errors) return { code: issue.message as ErrorCode };
  const number = typeof value === 'number';
  if (issue.code === 'too_small' && number) return { tooLow: Number(issue.minimum) };
  if (issue.code === 'too_big' && number) return { tooHigh: Number(issue.maximum) };
  if (issue.code === 'too_small') return { tooShort: Number(issue.minimum) };
  if (issue.code === 'too_big') return { tooLong: Number(issue.maximum) };
  if (issue.code === 'invalid_format' && issue.format === 'email') return { code: 'InvalidEmail' };
  return { code: 'InvalidField' };
}

export function problemText(t: TFunction, problem: FieldProblem): string {
  if ('tooShort' in problem) return t('General.TooShort', { count: problem.tooShort });
  if ('tooLong' in problem) return t('General.TooLong', { count: problem.tooLong });
  if ('tooLow' in problem) return t('General.AtLeast', { least: problem.tooLow });
  if ('tooHigh' in problem) return t('General.AtMost', { most: problem.tooHigh });
  return t(`General.ErrorsText.${problem.code}`);
}

/**
 * Places the server's errors in a form: under the fields that they name, and above the form if they concern no field.
 * `places` puts codes without a field where they belong, such as botExist under the name.
 */
export function placeErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  places: Partial<Record<ErrorCode, Field>> = {},
): { fields: Partial<Record<Field, ErrorCode>>; form: ApiError['code'] | null } {
  if (!(error instanceof ApiError)) return { fields: {}, form: 'UnknownError' };
  const placed: Partial<Record<Field, ErrorCode>> = {};
  let form: ApiError['code'] | null = error.items.length === 0 ? error.code : null;
  for (const item of error.items) {
    const targetField = fields.find((field) => field === item.field?.split('.').at(-1)) ?? places[item.code];
    if (targetField) placed[targetField] ??= item.code;
    else form ??= item.code;
  }
  return { fields: placed, form };
}
