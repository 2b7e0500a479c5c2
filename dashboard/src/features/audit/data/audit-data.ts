import { accountAuditCsvPath, api, botAuditCsvPath } from '@botscope/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

/** Null: everything, everyone. */
export interface AuditFilters {
  action: string | null;
  person: string | null;
}

export const noFilters: AuditFilters = { action: null, person: null };

const toQuery = ({ action, person }: AuditFilters) => ({
  ...(action !== null && { action }),
  ...(person !== null && { person }),
});

/** The log of a bot, or (null) of the account itself, page after page. */
export const auditQuery = (key: string | null, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', key, filters],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...toQuery(filters), before: pageParam };
      return key === null
        ? call(api.accountAudit, { query, signal })
        : call(api.botAudit, { params: { key }, query, signal });
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.more ? last.entries.at(-1)?.id : undefined),
    // An action done elsewhere a moment ago should be there.
    staleTime: 0,
  });

/** Address of the same log as a file. */
export function auditCsvHref(key: string | null, filters: AuditFilters): string {
  const queryText = new URLSearchParams(toQuery(filters)).toString();
  return `${key === null ? accountAuditCsvPath : botAuditCsvPath(key)}${queryText === '' ? '' : `?${queryText}`}`;
}
