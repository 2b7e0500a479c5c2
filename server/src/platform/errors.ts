import { type ErrorCode, type ErrorItem, errors } from '@botscope/contract';

/** A problem with a name. The HTTP edge alone turns it into a status; nothing below the edge speaks HTTP. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  /** Seconds after which to try again, where they are known. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    options: { field?: string; message?: string; cause?: unknown; retryAfterS?: number } = {},
  ) {
    super(options.message ?? errors[code][1], { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.field = options.field;
    this.retryAfterS = options.retryAfterS;
  }

  /** The entry of the error envelope. */
  toItem(): ErrorItem {
    return { code: this.code, ...(this.field === undefined ? {} : { field: this.field }), message: this.message };
  }
}
