/**
 * Whether a page may report: its origin is in the list, or the list is empty. `absent`: the browser names none, as
 * WebViews do for `null` origins, and some for beacons.
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
