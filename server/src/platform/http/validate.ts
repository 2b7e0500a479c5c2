import { type ErrorCode, type ErrorItem, errors, type OutputOf } from '@botscope/contract';
import * as z from 'zod/v4/core';

/** Several fields may be wrong at once: the form shows all of them. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly items: ErrorItem[];

  constructor(items: ErrorItem[]) {
    super(items.map((item) => `${item.field}: ${item.code}`).join(', '));
    this.items = items;
  }
}

/** Parses one part of a request. An absent schema takes nothing and gives undefined. */
export function parsePart<S extends z.$ZodType>(schema: S | undefined, input: unknown): OutputOf<S> {
  if (schema === undefined) return undefined as OutputOf<S>;
  const result = z.safeParse(schema, input ?? {});
  if (result.success) {
    assertStorable(result.data);
    return result.data as OutputOf<S>;
  }
  // One problem a field is enough for the user to go on.
  const firsts = new Map(result.error.issues.toReversed().map((issue) => [issue.path.join('.'), issue]));
  throw new ValidationError([...firsts.values()].toReversed().map((issue) => toItem(issue, input)));
}

/** PostgreSQL's texts hold no zero characters, and nobody types them. */
function assertStorable(data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  const fields = Object.entries(data).flatMap(([field, value]) => (holdsZero(value) ? [field] : []));
  const [, message] = errors.InvalidField;
  if (fields.length > 0) throw new ValidationError(fields.map((field) => ({ code: 'InvalidField', field, message })));
}

function holdsZero(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => name.includes('\0') || holdsZero(inner));
}

function toItem(issue: z.$ZodIssue, input: unknown): ErrorItem {
  const field = issue.path.join('.');
  return { code: toErrorCode(issue, input), ...(field === '' ? {} : { field }), message: issue.message };
}

function toErrorCode(issue: z.$ZodIssue, input: unknown): ErrorCode {
  if (issue.path.length === 0) return 'BadRequest';
  const value = issue.path.reduce<unknown>(
    (node, step) => (node as Record<PropertyKey, unknown> | undefined)?.[step],
    input,
  );
  if (value === undefined || value === null || value === '') return 'RequiredFields';
  if (issue.message in errors) return issue.message as ErrorCode;
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'InvalidEmail';
  if (issue.path.at(-1) === 'password') return 'InvalidPassword';
  return 'InvalidField';
}
