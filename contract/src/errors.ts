/**
 * Every error code of the product: its HTTP status and an English sentence for logs and API users.
 * The dashboard shows its own text, by code, in the reader's language; a test demands one for each code.
 */
export const errors = {
  // Transport
  BadRequest: [400, 'The request is not well formed'],
  InvalidField: [400, 'A field has a value that is not allowed'],
  RequiredFields: [400, 'A required field is missing'],
  AccessDenied: [403, 'You may not do this'],
  CsrfFailed: [403, 'The request came from another site'],
  NotSignedIn: [401, 'Sign in first'],
  NotFound: [404, 'There is no such thing'],
  TooManyRequests: [429, 'Too many attempts; wait a little'],
  StoreUnavailable: [503, 'The data store does not answer; try again in a moment'],
  QueryTooHeavy: [422, 'The question took too long; choose a shorter period'],
  UnknownError: [500, 'An unknown error has occurred, try again later or contact support'],
  // Sign-in
  IncorrectUserPass: [400, 'Such an e-mail and password combination was not found'],
  EmailAddressAlready: [400, 'There is already an account with this e-mail'],
  EmailAlready: [400, 'The e-mail is used on another account'],
  userNotFound: [400, 'There is no such account; register to log in'],
  password_not_set: [400, 'This account has no password; use "forgot password"'],
  need_activate: [403, 'A code was sent to the e-mail; enter it to activate the account'],
  InvalidCode: [400, 'The code is wrong or too old'],
  InvalidPassword: [400, 'Invalid password'],
  InvalidEmail: [400, 'This is not an e-mail address'],
  // Bots
  MustEndBot: [400, 'The name must end in "bot"'],
  botExist: [400, 'This bot is already connected'],
  NotAllowOnTariff: [403, 'Your tariff does not include this'],
  // Reports
  UnknownReport: [404, 'There is no such report'],
  InvalidPeriod: [400, 'The period must be today, 7d, 30d, 90d or YYYY-MM-DD..YYYY-MM-DD'],
  InvalidDetail: [400, 'The detail must be hour, day, week or month'],
  InvalidCompare: [400, 'The comparison must be previous or year'],
  PeriodTooLong: [400, 'The period has too many points at this detail'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof errors;

/** One entry of the error envelope. `field` names the offending field of the request, by its path. */
export interface ErrorItem {
  code: ErrorCode;
  field?: string;
  message?: string;
}
