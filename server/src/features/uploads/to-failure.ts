import type { UploadFailure } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { InflationError } from './read-items.ts';
import { ReadingError } from './reading.ts';

/** The failure that the owner sees of an upload that broke off. Looks at codes only: texts change with versions. */
export function toFailure(error: unknown): UploadFailure {
  if (error instanceof InflationError || error instanceof ReadingError) return error.failure;
  if (error instanceof AppError) return error.code === 'UploadUnreadable' ? 'Unreadable' : 'Unknown';
  const { code } = error as { code?: unknown };
  if (code === 'ENOENT') return 'FileGone';
  return typeof code === 'string' && code.startsWith('Z_') ? 'Damaged' : 'Unknown';
}
