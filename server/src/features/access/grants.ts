import {
  type AssignableRole,
  assignableRoles,
  type PermissionKey,
  permissionKeys,
  type ReportType,
  reportTypes,
} from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Access of an account to a bot of another account. */
export interface Grant {
  role: AssignableRole | null;
  /** Besides those of the role. */
  keys: readonly PermissionKey[];
  /** Single reports, whatever the keys. */
  reports: readonly ReportType[];
}

/** All grants of one account, by bot key. */
export type Grants = ReadonlyMap<string, Grant>;

export const noGrants: Grants = new Map();

/**
 * Loads the grants of an account (null: a visitor, who has none) in one query. Call it once per request and never cache
 * the result: a revoked account loses access on its next request. Grants not accepted in time are left out.
 */
export async function loadGrants(db: Kysely<Tables>, accountKey: string | null): Promise<Grants> {
  if (accountKey === null) return noGrants;
  const rows = await db
    .selectFrom('grants')
    .select(['bot_key', 'role', 'keys', 'reports'])
    .where('account_key', '=', accountKey)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
    .execute();
  return new Map(rows.map(({ bot_key, ...grant }) => [bot_key, readGrant(grant)]));
}

/** The grants of the account that asks. */
export type GrantsOf = (account: { key: string } | null) => Promise<Grants>;

export const grantsReader =
  (db: Kysely<Tables>): GrantsOf =>
  (account) =>
    loadGrants(db, account?.key ?? null);

const types = Object.keys(reportTypes) as ReportType[];

/** A grant as it is stored. Words that this version does not know (any more) open nothing. */
export function readGrant(row: { role: string | null; keys: readonly string[]; reports: readonly string[] }): Grant {
  return {
    role: assignableRoles.find((role) => role === row.role) ?? null,
    keys: permissionKeys.filter((key) => row.keys.includes(key)),
    reports: types.filter((type) => row.reports.includes(type)),
  };
}
