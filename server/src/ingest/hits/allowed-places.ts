/**
 * Whether a page of a website may report: its host is one of the domains, and so is the host of the origin that its browser names,
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

/**
 * Whether a page of a Mini App may report: its origin is in the list, or the list is empty. `absent`: the browser names
 * none, as WebViews do for `null` origins, and some for beacons.
 */
export function checkOrigin(origins: readonly string[], origin: string | undefined): 'allowed' | 'refused' | 'absent' {
  if (origins.length === 0) return 'allowed';
  if (origin === undefined || origin === '' || origin === 'null') return 'absent';
  const originText = origin.toLowerCase();
  return origins.some((one) => matches(one, originText)) ? 'allowed' : 'refused';
}

/** `https://*.example.com` is any name below the domain, and not the domain itself. */
function matches(pattern: string, origin: string): boolean {
  const star = pattern.indexOf('*');
  if (star === -1) return pattern === origin;
  const [scheme, domain] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const names = origin.slice(scheme.length, -domain.length);
  return origin.startsWith(scheme) && origin.endsWith(domain) && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(names);
}
