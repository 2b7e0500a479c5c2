import { accountEndpoints } from './accounts.ts';
import { annotationEndpoints } from './annotations.ts';
import { botErrorEndpoints } from './bot-errors.ts';
import { botProfileEndpoints } from './bot-profile.ts';
import { botSettingsEndpoints } from './bot-settings.ts';
import { botEndpoints } from './bots.ts';
import { connectionEndpoints } from './connections.ts';
import { inboxEndpoints } from './inbox.ts';
import { reportEndpoints } from './reports.ts';
import { siteEndpoints } from './site.ts';
import { targetEndpoints } from './targets.ts';
import { uploadEndpoints } from './uploads.ts';
import { utmLinkEndpoints } from './utm-links.ts';

export {
  type AssignableRole,
  assignableRoles,
  type Held,
  heldOf,
  mayRead,
  opens,
  type Role,
  roleKeys,
  roles,
} from './access.ts';
export { Account, passwordLength } from './accounts.ts';
export { Annotation, AnnotationDraft } from './annotations.ts';
export { type AuditAction, auditActions } from './audit.ts';
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
export { Inbox, InboxItem, inboxLivePath } from './inbox.ts';
export { currencyDecimals, decimalAmount, toSmallestUnit } from './money.ts';
export { type Access, type PermissionKey, permissionKeys, reportPermissions } from './permissions.ts';
export { publicApiAnswers, publicApiCalls, publicApiSchemas } from './public-api.ts';
export {
  type Asks,
  breakdownDimensions,
  comparisons,
  type Detail,
  details,
  othersName,
  periodPresets,
  Report,
  type ReportCohorts,
  type ReportLine,
  ReportPerson,
  ReportPlace,
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
export { selfHostedTariff, type Tariff, tariffs } from './tariffs.ts';
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
  ...botEndpoints,
  ...connectionEndpoints,
  ...botProfileEndpoints,
  ...botSettingsEndpoints,
  ...botErrorEndpoints,
  ...uploadEndpoints,
  ...inboxEndpoints,
  ...reportEndpoints,
  ...targetEndpoints,
  ...annotationEndpoints,
  ...utmLinkEndpoints,
};
