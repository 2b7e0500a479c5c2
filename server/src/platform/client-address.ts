import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Proxies that may name the client they speak for: a number of hops in front of us, or their networks. With no hops
 * nobody may, and the address is that of the connection.
 */
export type TrustedProxies = { hops: number } | { networks: readonly string[] };

/** More hops than any chain of proxies has; a larger number is a mistake. */
const maxHops = 10;

/**
 * Reads `TRUST_PROXY`: `0`, a number of hops, or addresses and networks (`10.0.0.0/8, fd00::/8`). `true`, `yes` and `on`
 * mean one hop. Undefined for anything else.
 */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  const word = text.trim().toLowerCase();
  if (['0', 'false', 'no', 'off', ''].includes(word)) return { hops: 0 };
  if (['true', 'yes', 'on'].includes(word)) return { hops: 1 };
  if (/^\d+$/.test(word)) return Number(word) <= maxHops ? { hops: Number(word) } : undefined;
  const networks = word.split(',').map((item) => item.trim());
  return networks.every(isNetwork) ? { networks } : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/**
 * An address in its one usual form, without port, brackets and zone; IPv4 in IPv6 becomes IPv4. Null for anything else,
 * such as `unknown`, a name, or invented text. At most 39 characters.
 */
export function parseAddress(text: string): string | null {
  // The longest is an IPv6 address in brackets with a zone and a port; what is longer is none, and is not looked at.
  if (text.length > 100) return null;
  const trimmedText = text.trim();
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(trimmedText) ?? [];
  const address = (inBrackets ?? beforePort ?? trimmedText).replace(/%.*$/s, '');
  return isIP(address) === 0 ? null : ipaddr.process(address).toString();
}

/**
 * Gives the client's address of a request, from the connection's and `X-Forwarded-For`. Every proxy appends the address
 * that it was called from, so the list is read from its end, and only as far as those who wrote it are trusted: whatever
 * a client puts in front is never reached. An entry that is no address ends the walk at the last one that is.
 */
export function createClientAddress(trusted: TrustedProxies): (connection: string, forwarded: string) => string {
  const networks = new BlockList();
  for (const network of 'networks' in trusted ? trusted.networks : []) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string, hop: number): boolean =>
    'hops' in trusted ? hop < trusted.hops : networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

  return (connection, forwarded) => {
    let client = parseAddress(connection) ?? '';
    let end = forwarded.length;
    // As many steps as a chain may have proxies: a list of thousands is an invention.
    for (let hop = 0; hop < maxHops && end > 0 && isTrusted(client, hop); hop++) {
      const start = forwarded.lastIndexOf(',', end - 1) + 1;
      const next = parseAddress(forwarded.slice(start, end));
      if (next === null) break;
      client = next;
      end = start - 1;
    }
    return client;
  };
}

/**
 * Returns the key that limits count by: the address, or for IPv6 its network of 64 bits, which belongs to one
 * subscriber, who may change their address in it with every request.
 */
export function limitPlace(address: string): string {
  if (isIP(address) !== 6) return address;
  const ipAddress = ipaddr.process(address);
  if (ipAddress.kind() === 'ipv4') return ipAddress.toString();
  const network = ipAddress.toByteArray().fill(0, 8);
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}

/**
 * The network that an address is bought with: 24 bits of IPv4, 48 of IPv6. What strangers share is divided by it, so that
 * one customer of a hosting company is one asker. Anything else (an account's key) is itself.
 */
export function limitNetwork(asker: string): string {
  if (isIP(asker) === 0) return asker;
  const ipAddress = ipaddr.process(asker);
  const bits = ipAddress.kind() === 'ipv4' ? 24 : 48;
  const network = ipAddress.toByteArray().fill(0, bits / 8);
  return `${ipaddr.fromByteArray(network).toString()}/${bits}`;
}
