import { Domain, maxDomains } from '@botscope/contract';
import * as z from 'zod/mini';
import { type AddressLines, parseLines } from '../form/address-lines.ts';

/** Addresses that are pasted whole stand for their domain. */
export const parseDomains = (text: string): AddressLines =>
  parseLines(text, maxDomains, (line) => z.safeParse(Domain, line));

/** As the server judges it: with and without `www.`; `*.example.com` is any name below the domain, and not itself. */
export function isAllowedHost(domains: readonly string[], host: string): boolean {
  return domains.some((domain) =>
    domain.startsWith('*.')
      ? host.length >= domain.length && host.endsWith(domain.slice(1))
      : host === domain || host === `www.${domain}` || `www.${host}` === domain,
  );
}
