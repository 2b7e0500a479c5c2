import type { FailureCode } from '../../../platform/api/api-error.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { i18n } from '../../../platform/i18n/i18n.ts';
import type { Purpose } from '../public/trip.ts';

/** Why someone came back from Telegram in vain. */
export type LoginFailure = FailureCode | 'elsewhere' | 'declined';

/** The server's codes mean something else where bots are connected, so they have other sentences here. */
const sentences = {
  elsewhere: 'elsewhere',
  declined: 'declined',
  WrongTelegram: 'wrong',
  userNotFound: 'unknown',
  TidExist: 'exists',
  TidExistSelf: 'same',
  WrongChangeTid: 'other',
} as const;

const isOurs = (failure: LoginFailure): failure is keyof typeof sentences => failure in sentences;

/** The sentence for it, in the language on show. */
export function loginFailureText(failure: LoginFailure, purpose: Purpose): string {
  if (failure === 'TidExist' && purpose === 'link') return i18n.t('TelegramLogin.errors.taken');
  return isOurs(failure) ? i18n.t(`TelegramLogin.errors.${sentences[failure]}`) : failureText(failure);
}
