import { accountDataEndpoints } from './account-data.ts';
import { accountEndpoints } from './accounts.ts';
import { annotationEndpoints } from './annotations.ts';
import { auditEndpoints } from './audit.ts';
import { botErrorEndpoints } from './bot-errors.ts';
import { botProfileEndpoints } from './bot-profile.ts';
import { botSettingsEndpoints } from './bot-settings.ts';
import { botEndpoints } from './bots.ts';
import { connectionEndpoints } from './connections.ts';
import { inboxEndpoints } from './inbox.ts';
import { liveActivityEndpoints } from './live-activity.ts';
import { memberEndpoints } from './members.ts';
import { newsEndpoints } from './news.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { reportEndpoints } from './reports.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { shareEndpoints } from './shares.ts';
import { siteEndpoints } from './site.ts';
import { targetEndpoints } from './targets.ts';
import { telegramLoginEndpoints } from './telegram-login.ts';
import { uploadEndpoints } from './uploads.ts';
import { utmLinkEndpoints } from './utm-links.ts';

export {
  type AssignableRole,
  assignableRoles,
  covers,
  type Held,
  heldBy,
  heldOf,
  holdsAnything,
  mayRead,
  opens,
  type Role,
  roleKeys,
  roles,
} from './access.ts';
export { AccountSession, accountCurrencies, accountExportPath } from './account-data.ts';
export { Account, passwordLength, SignedInAnswer } from './accounts.ts';
export { Annotation, AnnotationDraft } from './annotations.ts';
export {
  type AuditAction,
  AuditPage,
  AuditRecord,
  accountAuditCsvPath,
  auditActions,
  botAuditCsvPath,
  operatorActor,
} from './audit.ts';
export { BotError, type BotErrorKind, type BotErrorReason, botErrorKinds, botErrorReasons } from './bot-errors.ts';
export { BotCommands, BotProfile, commandScopes, MenuButton } from './bot-profile.ts';
export {
  BotSettings,
  HiddenCommand,
  hiddenCommandStates,
  ReadPayload,
  StartRules,
  sourceDeterminations,
} from './bot-settings.ts';
export {
  Bot,
  botLivePath,
  type ConnectionType,
  connectionTypes,
  type DeliveryMethod,
  deliveryMethods,
  Problem,
  type ProblemCode,
  platformTypes,
  problemCodes,
  type Region,
  regions,
  type SendMethod,
  sendMethods,
} from './bots.ts';
export {
  type BuiltLink,
  buildLink,
  isKept,
  type LinkProblem,
  unnamedPart,
} from './build-link.ts';
export { Connection, TokenCheck, WebhookTest } from './connections.ts';
export { csvCell } from './csv-cell.ts';
export { deviceName } from './device-name.ts';
export { closedValues, type Dimension, dimensions, isDimension } from './dimensions.ts';
export { type Endpoint, endpoint, type InputOf, type OutputOf } from './endpoint.ts';
export { type ErrorCode, type ErrorItem, errors } from './errors.ts';
export {
  type ActionType,
  actionTypes,
  type ChatType,
  type Direction,
  type Event,
  type EventKind,
  type Membership,
  type UpdateKind,
  updateKinds,
} from './event.ts';
export {
  type Condition,
  type Filter,
  formatFilter,
  mostConditions,
  mostValues,
  parseFilter,
} from './filters.ts';
export { apiKeyPattern, BotKey, Language, languages } from './ids.ts';
export {
  type Channel,
  channels,
  Inbox,
  type InboxCode,
  InboxItem,
  type InboxKind,
  inboxCodes,
  inboxKinds,
  inboxLivePath,
  isFixed,
  type Message,
  NotifySettings,
} from './inbox.ts';
export { lineId, readLines, writeLines } from './line-id.ts';
export { LiveActivity, LiveEvent, liveMinutes, onlineMinutes } from './live-activity.ts';
export {
  BotMembers,
  Given,
  Invitation,
  type InvitationState,
  Invited,
  invitationLimits,
  invitationStates,
  Member,
} from './members.ts';
export { currencyDecimals, decimalAmount, toSmallestUnit } from './money.ts';
export { mostNews, NewsPost, newsCategory, newsCoverPath } from './news.ts';
export { Passkey } from './passkeys.ts';
export {
  comparisons,
  type Days,
  daysOfName,
  type PeriodPreset,
  type PeriodWord,
  periodPresets,
  periodWords,
} from './periods.ts';
export { type Access, type BotAccess, type PermissionKey, permissionKeys, reportPermissions } from './permissions.ts';
export { publicApiAnswers, publicApiCalls, publicApiSchemas } from './public-api.ts';
export {
  type Asks,
  breakdownDimensions,
  type Detail,
  details,
  othersName,
  Report,
  ReportCell,
  type ReportCohorts,
  type ReportLine,
  ReportPerson,
  ReportQuery,
  type ReportTable,
  type ReportType,
  reportAliases,
  reportPeopleCsvPath,
  reportTypes,
  type Shape,
  type Unit,
  type UtmMeasure,
  utmMeasures,
} from './reports.ts';
export { Proof, recoveryCodeCount } from './second-factor.ts';
export { type ChatContext, mostChatBots, OutsideServices, type PageContext } from './services.ts';
export {
  boardType,
  Share,
  ShareDraft,
  SharedQuery,
  type SharedType,
  SharedView,
  sharePasswordLength,
  sharePath,
  shareTicketHeader,
} from './shares.ts';
export { Init } from './site.ts';
export {
  builtInTargets,
  Conversion,
  conversionsCsvPath,
  Target,
  TargetDraft,
  TargetTest,
  TargetValue,
  Trigger,
  textMatches,
} from './targets.ts';
export {
  meetsTariff,
  selfHostedTariff,
  type Tariff,
  type TariffDemand,
  type TariffFeature,
  tariffFeatures,
  tariffOf,
  tariffs,
  tariffTerms,
} from './tariffs.ts';
export { TelegramData, TelegramLogin, telegramLoginPath } from './telegram-login.ts';
export {
  Upload,
  type UploadFailure,
  type UploadField,
  type UploadRefusal,
  uploadFields,
  uploadPath,
  uploadRefusals,
} from './uploads.ts';

export { type LinkKind, LinkParts, payloadLimits, UtmLink } from './utm-links.ts';

/** The dashboard's calls: the whole list. */
export const api = {
  ...siteEndpoints,
  ...accountEndpoints,
  ...accountDataEndpoints,
  ...telegramLoginEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...botEndpoints,
  ...connectionEndpoints,
  ...botProfileEndpoints,
  ...botSettingsEndpoints,
  ...botErrorEndpoints,
  ...uploadEndpoints,
  ...inboxEndpoints,
  ...auditEndpoints,
  ...liveActivityEndpoints,
  ...memberEndpoints,
  ...newsEndpoints,
  ...reportEndpoints,
  ...targetEndpoints,
  ...annotationEndpoints,
  ...utmLinkEndpoints,
  ...shareEndpoints,
};
export { boardReports } from './board.ts';
