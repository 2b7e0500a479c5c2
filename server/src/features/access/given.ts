import { assignableRoles, covers, type Permissions, permissionKeys, roleKeys } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { type Grant, readGrant } from './grants.ts';

/** A grant without what its role has anyhow, and nothing twice. */
function tidyGrant({ role, keys, reports }: Grant): Grant {
  const inRole = role === null ? [] : roleKeys[role];
  return { role, keys: permissionKeys.filter((key) => keys.includes(key) && !inRole.includes(key)), reports };
}

/**
 * A grant without redundant keys.
 * @throws AppError NothingToGrant for nothing at all, CantGrantMore for more than the giver has.
 */
export function readGiven(giver: Permissions, draft: Grant): Grant {
  const grant = tidyGrant(readGrant(draft));
  if (grant.role === null && grant.keys.length === 0 && grant.reports.length === 0)
    throw new AppError('NothingToGrant');
  if (!covers(giver, grant)) throw new AppError('CantGrantMore');
  return grant;
}

/** @throws AppError CantChangeMember if the member has more than the account that wants to change it. */
export function assertBelow(giver: Permissions, grant: Grant): void {
  if (!covers(giver, grant)) throw new AppError('CantChangeMember');
}

/** Both together: who is invited twice loses nothing. */
export function joinGrants(one: Grant, other: Grant): Grant {
  const rank = ({ role }: Grant): number => (role === null ? -1 : assignableRoles.indexOf(role));
  return tidyGrant({
    role: rank(one) >= rank(other) ? one.role : other.role,
    keys: [...one.keys, ...other.keys],
    reports: [...new Set([...one.reports, ...other.reports])],
  });
}

/** The columns of a grant, as they are written. */
export function grantColumns({ role, keys, reports }: Grant): { role: string | null; keys: string; reports: string } {
  return { role, keys: JSON.stringify(keys), reports: JSON.stringify(reports) };
}

/** A grant as details of an audit entry. */
export function describeGrant({ role, keys, reports }: Grant): Record<string, unknown> {
  return { ...(role !== null && { role }), ...(keys.length > 0 && { keys }), ...(reports.length > 0 && { reports }) };
}
