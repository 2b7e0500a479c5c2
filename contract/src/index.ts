import { accountEndpoints } from './accounts.ts';
import { botEndpoints } from './bots.ts';
import { reportEndpoints } from './reports.ts';
import { siteEndpoints } from './site.ts';

export { Account, passwordLength } from './accounts.ts';
export { Bot, BotError, botLivePath } from './bots.ts';
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
export { type Access, type PermissionKey, permissionKeys, reportPermissions } from './permissions.ts';
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

/** The dashboard's calls: the whole list. */
export const api = {
  ...siteEndpoints,
  ...accountEndpoints,
  ...botEndpoints,
  ...reportEndpoints,
};
