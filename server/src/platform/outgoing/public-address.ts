import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only IPv6 block that the world routes; everything outside of it is local, a tunnel or reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address on the public internet. Loopback, private, link-local, carrier-grade NAT, multicast, documentation
 * and reserved ranges are not, nor are IPv6 notations that wrap an IPv4 address (mapped, 6to4, NAT64, Teredo) unless
 * the mapped one is public itself.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** The address of a URL's host if it is written as one (`[::1]` without its brackets); null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? null : bare;
}
