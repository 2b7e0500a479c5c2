/**
 * Every error code of the product: its HTTP status and an English sentence for logs and API users.
 * The dashboard shows its own text by code, in the reader's language; a check requires one for each code.
 */
export const errors = {
  // Transport
  BadRequest: [400, 'Invalid request'],
  InvalidField: [400, 'A field has an invalid value'],
  RequiredFields: [400, 'A required field is missing'],
  AccessDenied: [403, 'You do not have permission to do this'],
  CsrfFailed: [403, 'The request came from another site'],
  NotSignedIn: [401, 'Sign in first'],
  NotFound: [404, 'Not found'],
  TooManyRequests: [429, 'Too many attempts; try again later'],
  StoreUnavailable: [503, 'The data store does not respond; try again in a moment'],
  Overloaded: [503, 'Too many requests at once; try again in a few seconds'],
  QueryTooHeavy: [422, 'The query needs too much time or memory; narrow its period or filter'],
  UnknownError: [500, 'An unknown error has occurred; try again later'],
  // Sign-in
  IncorrectUserPass: [400, 'Wrong email or password'],
  EmailAddressAlready: [400, 'There is already an account with this email'],
  EmailAlready: [400, 'This email belongs to another account'],
  userNotFound: [400, 'This account does not exist; sign up first'],
  password_not_set: [400, 'This account has no password; use "forgot password"'],
  need_activate: [403, 'A code was sent to this email; enter it to activate the account'],
  InvalidCode: [400, 'The code is invalid or has expired'],
  InvalidPassword: [400, 'Invalid password'],
  InvalidEmail: [400, 'Invalid email address'],
  WeakPassword: [400, 'This password is too common; choose another'],
  ProofNeeded: [400, 'Confirm your identity with your password or a code'],
  SignInAgain: [400, 'Sign out and in again, then repeat this within 15 minutes'],
  InvalidTicket: [400, 'The sign-in took too long; start again'],
  WrongPasskey: [400, 'This passkey is unknown or did not confirm your identity'],
  LastAdministrator: [409, 'You are the only administrator; the operator must name another one first: make-admin'],
  TooManyPasskeys: [400, 'An account can have at most 20 passkeys'],
  // Bots
  MustEndBot: [400, 'The name must end in "bot"'],
  botExist: [400, 'This bot is already connected'],
  NotAllowOnTariff: [403, 'Your plan does not include this'],
  // Users and segments
  SegmentCycle: [400, 'A segment cannot contain itself'],
  SegmentInUse: [409, 'Another segment uses this one'],
  TooManyViews: [400, 'At most 100 views can be saved'],
  UserErased: [409, 'The data of this user were erased; they have to start the bot again first'],
  ErasureNotDone: [409, 'The certificate is ready once the data are gone from the disk'],
  TooManyNotes: [400, 'A user can have at most 200 notes'],
  TooManyInDemo: [409, 'The demo keeps at most 20 segments, 5 campaigns and 5 files of yours'],
  TooManySegments: [400, 'A bot can have at most 200 segments'],
  SelectionGrew: [409, 'The selection has grown by more than a tenth since it was counted'],
  TooManyJobs: [409, 'A bot can have at most 20 jobs that are not finished'],
  NothingToUndo: [409, 'The values can be restored for 24 hours, once, and for at most 100,000 users'],
  // Campaigns
  CampaignChanged: [409, 'Someone else has saved this campaign meanwhile; load it again'],
  CampaignStarted: [409, 'A campaign that was started cannot be edited'],
  HasVersions: [400, 'A sent message with several versions cannot be edited'],
  CampaignRunning: [409, 'This needs the campaign to be stopped'],
  CampaignNotRunning: [409, 'The campaign is not being sent'],
  CampaignNotReady: [400, 'The campaign cannot be started as it is'],
  NoRecipients: [400, 'Nobody would get the message'],
  NotEnoughStars: [400, 'The bot has too few Stars to send this fast'],
  DateInPast: [400, 'The time is in the past'],
  UnknownVariable: [400, 'A variable of the message does not exist'],
  NeedPublicAddress: [400, 'Tracked links need a public https address of Botscope (PUBLIC_URL)'],
  TooManyCampaigns: [400, 'A bot can have at most 1,000 campaigns that are not archived'],
  TooManyCampaignFiles: [400, 'A bot can keep at most 200 files for campaigns'],
  JobRunning: [409, 'Another action on these messages is still running; stop it first'],
  JobEnded: [409, 'This action has ended, or another one was started since'],
  MissedDate: [409, 'The campaign could not begin within the time allowed after its date'],
  // Bot connection
  missingToken: [400, 'This connection type needs the bot token'],
  NeedToken: [400, 'This needs the bot token; add it first'],
  InvalidToken: [400, 'This is not a bot token: it looks like 123456789:AAE…'],
  WrongToken: [400, 'Telegram rejects this token; it may have been revoked'],
  WrongTelegram: [400, 'This token belongs to a bot with another name'],
  TidExist: [400, 'Another account has already connected this bot'],
  TidExistSelf: [400, 'You have already connected this bot under another name'],
  WrongChangeTid: [400, 'This token belongs to a different bot'],
  EmptyWebhook: [400, "Your bot's webhook address is missing"],
  WebhookHttp: [400, 'The webhook address must begin with https://'],
  WebhookWrong: [400, 'The webhook address is invalid or cannot be reached'],
  WebhookSelf: [400, "This is Botscope's own address; enter your bot's address"],
  WebhookAlready: [409, 'The bot already has a webhook; confirm that Botscope replaces it and forwards updates to it'],
  WebhookAlreadyOverBot: [409, 'Another connected bot already forwards to this webhook address'],
  WebhookTestFailed: [400, 'The webhook did not return 200'],
  UnknownErrorInitWebhook: [502, 'Telegram could not set the webhook'],
  TelegramRefused: [400, 'Telegram rejected the request'],
  TelegramUnavailable: [502, 'Telegram does not respond; try again in a moment'],
  TelegramUncertain: [502, 'Telegram did not confirm this; it may have been done'],
  NothingToRepair: [409, 'This problem is already resolved'],
  // Access
  EmailRequired: [400, 'An email address is required'],
  CantGrantToOwner: [400, 'The owner already has every permission'],
  NothingToGrant: [400, 'Choose a role, a permission or a report'],
  CantGrantMore: [400, 'You cannot grant permissions that you do not have'],
  CantChangeMember: [400, 'You cannot change the access of a member with more permissions'],
  TooManyInvitations: [400, 'A bot can have at most 100 open invitations'],
  SaveFailed: [503, 'Access could not be saved; try again'],
  LoadError: [503, 'The list of members could not be loaded; try again'],
  RevokeFailed: [503, 'Access could not be removed; try again'],
  // Uploads
  UploadUnreadable: [400, 'The file is not valid CSV or JSON'],
  NotUtf8: [400, 'The file is not encoded in UTF-8'],
  UploadTooLarge: [413, 'The file is too large'],
  UploadBusy: [409, 'Another file is being imported for this bot; wait until it is done'],
  // Reports
  UnknownReport: [404, 'This report does not exist'],
  InvalidPeriod: [400, 'The period must be today, 7d, 30d, 90d or YYYY-MM-DD..YYYY-MM-DD'],
  InvalidDetail: [400, 'The detail must be hour, day, week or month'],
  InvalidCompare: [400, 'The comparison must be previous, year or custom'],
  InvalidFilter: [400, 'Invalid filter'],
  InvalidModel: [400, 'The attribution model must be first, last or last_significant'],
  InvalidDimension: [400, 'Reports cannot be grouped by this'],
  InvalidMeasure: [400, 'This measure does not exist'],
  InvalidPlace: [400, 'The report does not have this number'],
  TooManyAnnotations: [400, 'A bot can have at most 500 annotations'],
  TooManyShares: [400, 'A bot can have at most 100 share links; revoke some'],
  // Targets
  InvalidPattern: [400, 'The pattern is not a valid RE2 expression'],
  TargetBuiltIn: [400, 'A built-in target cannot be changed or removed'],
  TooManyTargets: [400, 'A bot can have at most 200 targets'],
  // Conversations
  PhotoDimensions: [400, 'A photo has at most 10,000 pixels of width and height together, and a ratio of at most 20'],
  FileUnavailable: [410, 'Telegram no longer has this file'],
  FileTooLarge: [413, 'Telegram gives bots no files above 20 MB'],
  // Custom fields
  InvalidJson: [400, 'Settings must be a JSON object'],
  InvalidKey: [400, 'A key has 1 to 64 letters, digits, underscores or dashes'],
  KeyTaken: [400, 'The bot already has a custom field with this key'],
  TooManyFields: [400, 'A bot can have at most 200 custom fields'],
  FieldNotEnabled: [400, 'This custom field takes no values at the moment'],
  WrongFieldType: [400, "The value does not match the custom field's type"],
  FieldOutOfRange: [400, "The value is outside the custom field's limits"],
  TooManyMiniApps: [400, 'A bot can have at most 100 Mini Apps'],
  AppAlreadyExists: [400, 'The bot already has this Mini App'],
  TooManyIntegrations: [400, 'A bot can have at most 50 integrations'],
  TooManyWebsites: [400, 'A bot can have at most 100 websites'],
  SiteAlreadyExists: [400, 'The bot already has this website'],
  // Links
  LinkTooLong: [400, 'The payload is longer than Telegram allows'],
  TooManyTemplates: [400, 'A bot can have at most 100 link templates'],
  LinkUnreadable: [400, 'This is not a link to a bot or a launch payload'],
  // Messages
  EmptyMessage: [400, 'A message needs a text or a file'],
  InvalidAlbum: [400, 'An album has 2 to 10 files, 50 MB in all, and no buttons'],
  PostNotFound: [400, 'The bot cannot read this post'],
  PostUncopyable: [400, 'This post cannot be copied'],
  MessageTooLong: [400, 'A text may have 4,096 characters, a caption 1,024'],
  TooManyEntities: [400, 'A text may have 100 formatted parts'],
  InvalidMarkup: [400, 'The markup of the text is wrong'],
  InvalidEntity: [
    400,
    'A formatted part is outside the text, splits an emoji or excludes another, or its link is invalid',
  ],
  InvalidButton: [400, 'A button needs a text and exactly one valid action'],
  KeyboardTooLarge: [400, 'A message may have 100 buttons, 8 in a row, 10 KB in all'],
  FileGone: [400, 'The file is not here any more; attach it again'],
  FileUnreachable: [400, 'The file could not be downloaded from this address'],
  TooManyFiles: [400, 'A bot can have at most 50 files waiting to be sent'],
  TooManyTakeovers: [400, 'A bot can have at most 10,000 chats taken over at a time'],
  MessageNotDelivered: [409, 'Only a delivered message can be changed'],
  MessageTooOld: [409, 'Telegram deletes messages only within 48 hours'],
  MessageInProgress: [409, 'The message is being sent'],
  TakenOver: [409, 'A colleague has taken over this chat; confirm that you take it from them'],
  PeriodTooLong: [400, 'The period has too many points at this detail'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof errors;

/**
 * Codes that come with words of a third party in place of the sentence. The dashboard has these sentences and no others,
 * since it shows such words only where they differ.
 */
export const detailedErrors = [
  'UnknownErrorInitWebhook',
  'TelegramRefused',
  'WebhookWrong',
] as const satisfies readonly ErrorCode[];

/** One entry of the error envelope. `field` names the offending field of the request, by its path. */
export interface ErrorItem {
  code: ErrorCode;
  field?: string;
  message?: string;
}
