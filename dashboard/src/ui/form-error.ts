import { errors } from '@botscope/contract';
import { ApiError, codeOf, type FailureCode } from '../platform/api/api-error.ts';

/** Error of a form that concerns no field. */
export interface FormError {
  code: FailureCode;
  /** Telegram's own words, as they came; '' where there are none. */
  words: string;
}

/** Only Telegram's errors carry words that help: all others are described by their code. */
export function toFormError(error: unknown, code: FailureCode = codeOf(error)): FormError {
  const item = error instanceof ApiError ? error.items.find((each) => each.code === code) : undefined;
  const words = item?.message ?? '';
  return { code, words: code === 'TelegramRefused' && words !== errors[code][1] ? words : '' };
}
