import { createHmac } from 'node:crypto';
import { limitPlace } from '../../platform/client-address.ts';

/** As much of a User-Agent as browsers differ in. */
const agentLength = 512;

/**
 * Identifies a visitor for one day (UTC) without anything kept in the browser: by a hash of address and browser, made
 * with that day's salt. Nobody can find out the address once the salt is deleted, and no visitor is known on the next
 * day or on another website. An IPv6 address counts by its network, because devices change the rest.
 */
export function createSiteVisitors(deps: {
  /** @throws AppError StoreUnavailable */
  saltOf(day: string): Promise<string>;
}) {
  return async (site: number, from: { address: string; userAgent: string }, timestamp: number): Promise<string> => {
    const salt = await deps.saltOf(dayOf(timestamp));
    const agent = from.userAgent.slice(0, agentLength);
    const content = [site, limitPlace(from.address), agent].join('\n');
    return createHmac('sha256', salt).update(content).digest('hex').slice(0, 16);
  };
}

export type SiteVisitors = ReturnType<typeof createSiteVisitors>;

/** `YYYY-MM-DD`, UTC. */
export const dayOf = (timestamp: number): string => new Date(timestamp).toISOString().slice(0, 10);
