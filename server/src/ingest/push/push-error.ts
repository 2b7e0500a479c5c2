import { type ErrorCode, errors } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';

/** Seconds after which a client should retry. */
const retryAfterS = 5;

/** An error in the form of the public bot API, which is Telegram's: `{ok: false, error_code, description}`. */
export class PushError extends Error {
  readonly status: number;

  constructor(status: number, description: string, options: { cause?: unknown } = {}) {
    super(description, options);
    this.name = 'PushError';
    this.status = status;
  }

  static tooLarge(maxBytes: number, cause?: unknown): PushError {
    return new PushError(413, `Request Entity Too Large: at most ${maxBytes} bytes`, { cause });
  }

  static tooSlow(): PushError {
    return new PushError(408, 'Request Timeout: the body did not arrive in time');
  }

  /** Nothing was read, and nothing is lost: the sender comes again after `Retry-After`. */
  static tooBusy(exhausted: 'key' | 'all'): PushError {
    return exhausted === 'key'
      ? new PushError(429, 'Too Many Requests: too much of this bot is being taken in at the moment')
      : new PushError(503, 'Service Unavailable: too much is being taken in at the moment');
  }
}

/** Errors in the fields of a body, each in one or more sentences: the incumbent's form, which its clients read. */
export class PushFieldErrors extends Error {
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(fields: Readonly<Record<string, readonly string[]>>) {
    super(Object.values(fields).flat().join('; '));
    this.name = 'PushFieldErrors';
    this.fields = fields;
  }
}

export interface PushAnswer {
  status: number;
  /** `error`: what is wrong, by field. */
  body: { ok: false; error_code: number; description: string; error?: PushFieldErrors['fields'] };
  /** Seconds; null where trying again at once is no worse than later. */
  retryAfter: number | null;
}

/** Any error as an answer. An unexpected error has no text in it, because the text could reveal internals. */
export function toPushAnswer(error: unknown, maxBytes: number): PushAnswer {
  if (error instanceof PushFieldErrors) {
    const description = `Bad Request: ${error.message}`;
    return { status: 400, body: { ok: false, error_code: 400, description, error: error.fields }, retryAfter: null };
  }
  const { status, message } = toPushError(error, maxBytes);
  return {
    status,
    body: { ok: false, error_code: status, description: message },
    retryAfter: status === 503 || status === 429 ? retryAfterS : null,
  };
}

function toPushError(error: unknown, maxBytes: number): PushError {
  if (error instanceof PushError) return error;
  if (error instanceof AppError) return createPushError(error.code);
  const status = readStatus(error);
  if (status === 413) return PushError.tooLarge(maxBytes);
  if (status === 429) return createPushError('TooManyRequests');
  return status < 500 ? new PushError(status, 'Bad Request') : new PushError(500, 'Internal Server Error');
}

function createPushError(code: ErrorCode): PushError {
  const [status, sentence] = errors[code];
  return new PushError(status, sentence);
}

/** Fastify's own errors and its plugins' carry a status. */
function readStatus(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 ? status : 500;
}
