import { assignableRoles, type PermissionKey, type ReportType, type Role } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { isReadableWithout } from './given.ts';

/** Reports that are named; the others are counted. */
const maxNames = 3;

interface What {
  role: Role | null;
  keys: readonly PermissionKey[];
  reports: readonly ReportType[];
}

/** Writes in one line what someone may do. */
export function useSummary(): (what: What) => string {
  const { t } = useTranslation();
  const formatReports = (reports: readonly ReportType[]): string => {
    const names = reports.slice(0, maxNames).map((type) => t(`Reports.titles.${type}`));
    const hiddenCount = reports.length - names.length;
    return [...names, ...(hiddenCount > 0 ? [t('Permissions.summary.more', { count: hiddenCount })] : [])].join(', ');
  };
  return ({ role, keys, reports: grantedReports }) => {
    const assigned = assignableRoles.find((each) => each === role) ?? null;
    // Reports that the role and permissions include anyway are not mentioned.
    const reports = grantedReports.filter(
      (type) => !isReadableWithout({ role: assigned, keys: [...keys], reports: [] }, type),
    );
    const names = formatReports(reports);
    if (role === null && keys.length === 0) return t('Permissions.summary.reports', { names });
    const count = keys.length;
    return [
      role === null ? t('Permissions.summary.keys', { count }) : t(`Permissions.roles.${role}.line`),
      ...(role !== null && count > 0 ? [t('Permissions.summary.andKeys', { count })] : []),
      ...(reports.length > 0 ? [t('Permissions.summary.andReports', { names })] : []),
    ].join(' ');
  };
}

/** Inside a sentence. */
export const lowered = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
