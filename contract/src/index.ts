import { accountEndpoints } from './accounts.ts';
import { botErrorEndpoints } from './bot-errors.ts';
import { botProfileEndpoints } from './bot-profile.ts';
import { botSettingsEndpoints } from './bot-settings.ts';
import { botEndpoints } from './bots.ts';
import { connectionEndpoints } from './connections.ts';
import { inboxEndpoints } from './inbox.ts';
import { reportEndpoints } from './reports.ts';
import { siteEndpoints } from './site.ts';
import { uploadEndpoints } from './uploads.ts';

export { Account, passwordLength } from './accounts.ts';
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
export { Connection, TokenCheck, WebhookTest } from './connections.ts';
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
export { apiKeyPattern, BotKey, Language, languages } from './ids.ts';
export { Inbox, InboxItem, inboxLivePath } from './inbox.ts';
export { type Access, type PermissionKey, permissionKeys, reportPermissions } from './permissions.ts';
export { publicApiAnswers, publicApiCalls, publicApiSchemas } from './public-api.ts';
export {
  comparisons,
  type Detail,
  details,
  periodPresets,
  Report,
  type ReportLine,
  ReportQuery,
  type ReportType,
  reportTypes,
  type Unit,
} from './reports.ts';
export { Init } from './site.ts';
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
};
