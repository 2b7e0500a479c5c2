import {
  type AssignableRole,
  assignableRoles,
  covers,
  type Given,
  mayRead,
  type PermissionKey,
  type Permissions,
  permissionKeys,
  permissionsOfGrant,
  type ReportType,
  reportTypes,
  roleKeys,
} from '@botscope/contract';

export const nothingGiven: Given = { role: null, keys: [], reports: [] };

/** Roles that someone with these permissions may give: nobody gives what they do not have. */
export const rolesToGive = (permissions: Permissions): AssignableRole[] =>
  assignableRoles.filter((role) => covers(permissions, { role, keys: [], reports: [] }));

/** True if the role already has the key. */
export const inRole = (role: Given['role'], key: PermissionKey): boolean =>
  role !== null && roleKeys[role].includes(key);

/** True if the role and the keys alone allow the report. */
export const isReadableWithout = (draft: Given, type: ReportType): boolean =>
  mayRead(permissionsOfGrant({ ...draft, reports: [] }), type);

/** With or without one, in the order of the contract. */
export const withKey = (draft: Given, key: PermissionKey, isIncluded: boolean): Given => ({
  ...draft,
  keys: permissionKeys.filter((each) => (each === key ? isIncluded : draft.keys.includes(each))),
});
export const withReport = (draft: Given, type: ReportType, isIncluded: boolean): Given => ({
  ...draft,
  reports: (Object.keys(reportTypes) as ReportType[]).filter((each) =>
    each === type ? isIncluded : draft.reports.includes(each),
  ),
});

/** Removes keys that the role already has; used for the request. */
export const withoutRoleKeys = ({ role, keys, reports }: Given): Given => ({
  role,
  keys: keys.filter((key) => !inRole(role, key)),
  reports,
});
