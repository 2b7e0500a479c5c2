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
  const ipAddress = ipaddr.process(address);
  if (ipAddress.range() !== 'unicast') return false;
  return ipAddress instanceof ipaddr.IPv4 || ipAddress.match(globalUnicast);
}

/** The address of a URL's host if it is written as one (`[::1]` without its brackets); null for a name. */
export function literalAddress(hostname: string): string | null {
  const addressText = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(addressText) === 0 ? null : addressText;
}
