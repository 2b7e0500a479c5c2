/**
 * Whether a page may report: its host is one of the domains, and so is the host of the origin that its browser names,
 * where it names one. `example.com` is that name with and without `www.`, `*.example.com` any name below it and not
 * itself. Nothing else is allowed, `localhost` neither unless it is listed.
 */
export function isAllowedPage(domains: readonly string[], host: string, origin: string | undefined): boolean {
  if (!isAllowedHost(domains, host)) return false;
  if (origin === undefined || origin === '' || origin === 'null') return true;
  return URL.canParse(origin) && isAllowedHost(domains, new URL(origin).hostname);
}

export function isAllowedHost(domains: readonly string[], host: string): boolean {
  return domains.some((domain) => {
    if (domain.startsWith('*.')) return host.length >= domain.length && host.endsWith(domain.slice(1));
    return host === domain || host === `www.${domain}` || `www.${host}` === domain;
  });
}
