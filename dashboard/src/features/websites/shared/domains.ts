import { Domain, mostDomains } from '@botscope/contract';
import * as z from 'zod/mini';

/** Domains as they were entered: one per line. */
interface ReadDomains {
  domains: string[];
  /** The first line that is no domain, counted from 1; null where there is none. */
  wrongLine: number | null;
  isTooMany: boolean;
}

/** Addresses that are pasted whole stand for their domain. */
export function readDomains(text: string): ReadDomains {
  const domains: string[] = [];
  let wrongLine: number | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = z.safeParse(Domain, line);
    if (!read.success) wrongLine ??= index + 1;
    else if (!domains.includes(read.data)) domains.push(read.data);
  }
  return { domains, wrongLine, isTooMany: domains.length > mostDomains };
}

/** As the server judges it: with and without `www.`; `*.example.com` is any name below the domain, and not itself. */
export function isAllowedHost(domains: readonly string[], host: string): boolean {
  return domains.some((domain) =>
    domain.startsWith('*.')
      ? host.length >= domain.length && host.endsWith(domain.slice(1))
      : host === domain || host === `www.${domain}` || `www.${host}` === domain,
  );
}
