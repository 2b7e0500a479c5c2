import { access } from './manifests/access.ts';
import { accounts } from './manifests/accounts.ts';
import { annotations } from './manifests/annotations.ts';
import { botErrors } from './manifests/bot-errors.ts';
import { botProfile } from './manifests/bot-profile.ts';
import { botSettings } from './manifests/bot-settings.ts';
import { bots } from './manifests/bots.ts';
import { campaigns, communication } from './manifests/campaigns.ts';
import { connections } from './manifests/connections.ts';
import { customFields } from './manifests/custom-fields.ts';
import { erasures } from './manifests/erasures.ts';
import { hiddenCommands } from './manifests/hidden-commands.ts';
import { integrations } from './manifests/integrations.ts';
import { mailingExclusions } from './manifests/mailing-exclusions.ts';
import type { Manifest } from './manifests/manifest.ts';
import { messages } from './manifests/messages.ts';
import { news } from './manifests/news.ts';
import { pages } from './manifests/pages.ts';
import { reports } from './manifests/reports.ts';
import { shares } from './manifests/shares.ts';
import { takeover } from './manifests/takeover.ts';
import { targets } from './manifests/targets.ts';
import { uploads } from './manifests/uploads.ts';
import { userJobs } from './manifests/user-jobs.ts';
import { userNotes } from './manifests/user-notes.ts';
import { users } from './manifests/users.ts';
import { utmLinks } from './manifests/utm-links.ts';

/** All manifests, in the order in which the dashboard shows permissions and notifications. */
const manifests = [
  reports,
  connections,
  access,
  users,
  erasures,
  userJobs,
  messages,
  takeover,
  userNotes,
  mailingExclusions,
  botSettings,
  communication,
  botErrors,
  targets,
  campaigns,
  customFields,
  uploads,
  integrations,
  pages,
  accounts,
  bots,
  shares,
  annotations,
  utmLinks,
  hiddenCommands,
  botProfile,
  news,
] as const;

type Declared = (typeof manifests)[number];
type WordOf<List extends 'permissions' | 'auditActions'> = Extract<
  Declared,
  Record<List, readonly string[]>
>[List][number];
type UnionToIntersection<U> = (U extends U ? (of: U) => void : never) extends (of: infer I) => void ? I : never;

function collectWords<List extends 'permissions' | 'auditActions'>(list: List): readonly WordOf<List>[] {
  return manifests.flatMap((each: Manifest) => each[list] ?? []) as readonly WordOf<List>[];
}

/** Permissions that can be granted at a bot, as the permissions page lists them. An owner has all. */
export const permissionKeys = collectWords('permissions');
export type PermissionKey = WordOf<'permissions'>;

/** Everything that the audit log records. The dashboard has a text for each. */
export const auditActions = collectWords('auditActions');
export type AuditAction = WordOf<'auditActions'>;

type NotificationCodes = UnionToIntersection<Extract<Declared, { notifications: object }>['notifications']>;
/** Messages of notifications, by kind; the dashboard and the mails have a text for each. */
export const notificationCodes = Object.assign(
  {},
  ...manifests.map((each: Manifest) => each.notifications),
) as NotificationCodes;
export type NotificationKind = keyof NotificationCodes;
export const notificationKinds = Object.keys(notificationCodes) as NotificationKind[];
export type NotificationCode<Kind extends NotificationKind = NotificationKind> = NotificationCodes[Kind][number];
