import * as z from 'zod/mini';
import { type PermissionKey, permissionKeys } from './manifests.ts';
import { type ReportType, reportTypes } from './report-types.ts';

/** Roles that can be given. A role is a name for a set of keys; further keys can be added to it. */
export const assignableRoles = ['viewer', 'analyst', 'manager'] as const;
export type AssignableRole = (typeof assignableRoles)[number];
/** Roles as badges show them: an owner has the bot, an administrator runs the installation. */
export const roles = [...assignableRoles, 'owner', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** Money and what brings it are the business of those who work with the numbers, not of everyone who may look. */
const isIncome = (key: PermissionKey): boolean => key === 'report.sum_income' || key.startsWith('report.conversions_');
const allReports = permissionKeys.filter((key) => key.startsWith('report.'));
/** A manager does the daily work; who else comes in, and how the bot is connected, stays with the owner. */
const ownersOnly: readonly PermissionKey[] = ['permissions.manage', 'secure.view', 'secure.manage'];

/** Permissions of each role. Each role includes those of the one before it. */
export const roleKeys: Readonly<Record<AssignableRole, readonly PermissionKey[]>> = {
  viewer: allReports.filter((key) => !isIncome(key)),
  analyst: [
    ...allReports,
    'section.users.list',
    'section.users.export',
    'section.users.chat.view',
    'settings.view',
    'errors.view',
    'convers.view',
    'custom_fields.view',
  ],
  manager: permissionKeys.filter((key) => !ownersOnly.includes(key)),
};

/** Permissions of an account (or a visitor) on one bot. */
export interface Permissions {
  keys: ReadonlySet<PermissionKey>;
  /** Reports that are open by themselves, whatever the keys. */
  reports: ReadonlySet<ReportType>;
  /** Null where nothing but single keys and reports was given, and for the demo bot. */
  role: Role | null;
}

/** Permissions as a part of the `Bot` that the dashboard gets; `permissionsOf` reads them. */
export const permissionsShape = {
  permissions: z.array(z.enum(permissionKeys)),
  reports: z.array(z.enum(Object.keys(reportTypes) as ReportType[])),
  role: z.nullable(z.enum(roles)),
};

/** Reads the asking account's permissions from a `Bot`. */
export function permissionsOf(bot: {
  permissions: readonly PermissionKey[];
  reports: readonly ReportType[];
  role: Role | null;
}): Permissions {
  return { keys: new Set(bot.permissions), reports: new Set(bot.reports), role: bot.role };
}

/** True if this allows routes of the permission. One readable report opens the routes of all reports; see `mayRead`. */
export function opens(permissions: Permissions, permission: PermissionKey): boolean {
  return permissions.keys.has(permission) || (permission === 'report.view' && permissions.reports.size > 0);
}

/** True if there is anything at all: what `member` routes demand. */
export const hasAnyAccess = (permissions: Permissions): boolean =>
  permissions.keys.size > 0 || permissions.reports.size > 0;

/** All that a role, keys besides it and single reports open. */
export function permissionsOfGrant({
  role,
  keys,
  reports,
}: {
  role: AssignableRole | null;
  keys: readonly PermissionKey[];
  reports: readonly ReportType[];
}): Permissions {
  return { keys: new Set([...(role === null ? [] : roleKeys[role]), ...keys]), reports: new Set(reports), role };
}

/** True if `permissions` include all that is granted: nobody can grant, change or remove what they do not have. */
export function covers(permissions: Permissions, grant: Parameters<typeof permissionsOfGrant>[0]): boolean {
  const { keys, reports } = permissionsOfGrant(grant);
  return (
    [...keys].every((key) => permissions.keys.has(key)) && [...reports].every((type) => mayRead(permissions, type))
  );
}

/** True if this opens the report: it was given by itself, or there are both the general key and its own. */
export function mayRead(permissions: Permissions, type: ReportType): boolean {
  return (
    permissions.reports.has(type) ||
    (permissions.keys.has('report.view') && permissions.keys.has(reportTypes[type].permission))
  );
}
