import type { ErrorCode } from '@botscope/contract';
import { AppError } from '../errors.ts';

/** An error on its way to another process: classes do not survive a structured clone. */
export interface SentError {
  /** Null for what is no AppError. */
  code: ErrorCode | null;
  message: string;
}

export function sentError(error: unknown): SentError {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: null, message: error instanceof Error ? error.message : String(error) };
}

export const readError = ({ code, message }: SentError): Error =>
  code === null ? new Error(message) : new AppError(code, { message });
