import { ticketPrefix } from '@botscope/contract';
import type { Sources } from '../../analytics/query/scope.ts';

/** The launch payloads that came last, each once, and how many launches brought them. No rules read those of websites. */
export const latestPayloadsSql = (from: Sources) =>
  `
SELECT start_payload AS payload, count() AS launches
FROM ${from.launches} AND NOT startsWith(start_payload, '${ticketPrefix}')
GROUP BY payload
ORDER BY max(time) DESC, payload
LIMIT {most:UInt32}`;
