import { AppError } from '../../platform/errors.ts';

/** A part of a path. @throws AppError NotFound */
export function parsePathParam(value: unknown, shape: RegExp): string {
  if (typeof value !== 'string' || !shape.test(value)) throw new AppError('NotFound');
  return value;
}
