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
  Overloaded: [503, 'Too much is asked at once; try again in a few seconds'],
  QueryTooHeavy: [422, 'The question took too long or too much memory; choose a shorter period or a narrower filter'],
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
  WeakPassword: [400, 'This password is among the first that are guessed; choose another'],
  ProofNeeded: [400, 'Confirm that it is you: with the password or a code'],
  SignInAgain: [400, 'Sign out and in again, then repeat this within 15 minutes'],
  InvalidTicket: [400, 'The sign-in took too long; begin again'],
  WrongPasskey: [400, 'This passkey is not known here, or did not confirm that it is you'],
  LastAdministrator: [409, 'Nobody else runs this installation; let the operator name somebody first: make-admin'],
  TooManyPasskeys: [400, 'An account can have at most 20 passkeys'],
  // Bots
  MustEndBot: [400, 'The name must end in "bot"'],
  botExist: [400, 'This bot is already connected'],
  NotAllowOnTariff: [403, 'Your tariff does not include this'],
  // Bot connection
  missingToken: [400, 'This way of connecting needs the bot token'],
  NeedToken: [400, 'This needs the bot token; add it first'],
  InvalidToken: [400, 'This is not a bot token: it looks like 123456789:AAE…'],
  WrongToken: [400, 'Telegram does not know this token; it may have been revoked'],
  WrongTelegram: [400, 'This token belongs to a bot of another name'],
  TidExist: [400, 'This bot is already connected by somebody else'],
  TidExistSelf: [400, 'You have already connected this bot under another name'],
  WrongChangeTid: [400, 'This token belongs to another bot than the one connected here'],
  EmptyWebhook: [400, "The address of your bot's webhook is missing"],
  WebhookHttp: [400, 'The webhook address must begin with https://'],
  WebhookWrong: [400, 'The webhook address is not valid or cannot be reached from here'],
  WebhookSelf: [400, 'The webhook address is our own; give the address of your bot'],
  WebhookAlready: [409, 'The bot already has a webhook; confirm that updates go through us and on to it'],
  WebhookAlreadyOverBot: [409, 'Another connected bot already forwards to this webhook address'],
  WebhookTestFailed: [400, 'The webhook did not answer 200; connect despite errors if you know why'],
  UnknownErrorInitWebhook: [502, 'Telegram refused to set the webhook'],
  TelegramRefused: [400, 'Telegram refused this'],
  TelegramUnavailable: [502, 'Telegram does not answer; try again in a moment'],
  NothingToRepair: [409, 'This problem is gone'],
  // Access
  EmailRequired: [400, 'An e-mail is required'],
  CantGrantToOwner: [400, 'The owner has every permission already'],
  NothingToGrant: [400, 'Choose a role, a permission or a report'],
  CantGrantMore: [400, 'You cannot give what you do not have yourself'],
  CantChangeMember: [400, 'You cannot change somebody who may do more than you'],
  TooManyInvitations: [400, 'A bot can have at most 100 open invitations'],
  SaveFailed: [503, 'The access could not be saved; try again'],
  LoadError: [503, 'The list of people with access could not be read; try again'],
  RevokeFailed: [503, 'The access could not be taken back; try again'],
  // Uploads
  UploadUnreadable: [400, 'The file is neither CSV nor JSON that we can read'],
  UploadTooLarge: [413, 'The file is too large'],
  UploadBusy: [409, 'Another file is being read for this bot; wait until it is done'],
  // Reports
  UnknownReport: [404, 'There is no such report'],
  InvalidPeriod: [400, 'The period must be today, 7d, 30d, 90d or YYYY-MM-DD..YYYY-MM-DD'],
  InvalidDetail: [400, 'The detail must be hour, day, week or month'],
  InvalidCompare: [400, 'The comparison must be previous or year'],
  InvalidFilter: [400, 'The filter cannot be read'],
  InvalidModel: [400, 'The attribution model must be first, last or last_significant'],
  InvalidDimension: [400, 'Reports cannot be divided by this'],
  InvalidMeasure: [400, 'There is no such measure'],
  InvalidPlace: [400, 'The report has no such number'],
  TooManyAnnotations: [400, 'A bot can have at most 500 annotations'],
  TooManyShares: [400, 'A bot can have at most 100 share links; revoke some'],
  // Targets
  InvalidPattern: [400, 'The pattern is not a valid RE2 expression'],
  TargetBuiltIn: [400, 'A built-in target cannot be changed or removed'],
  TooManyTargets: [400, 'A bot can have at most 200 targets'],
  // Links
  LinkTooLong: [400, 'The payload is longer than Telegram allows'],
  TooManyTemplates: [400, 'A bot can have at most 100 link templates'],
  LinkUnreadable: [400, 'This is neither a link to a bot nor a launch payload'],
  PeriodTooLong: [400, 'The period has too many points at this detail'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof errors;

/** One entry of the error envelope. `field` names the offending field of the request, by its path. */
export interface ErrorItem {
  code: ErrorCode;
  field?: string;
  message?: string;
}
