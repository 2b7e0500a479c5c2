import { describe, expect, it } from 'vitest';
import { isPublicAddress, literalAddress } from './public-address.ts';

describe('public addresses', () => {
  it.each(['149.154.167.220', '8.8.8.8', '1.1.1.1', '2001:67c:4e8:f004::9', '2606:4700::1111', '::ffff:8.8.8.8'])(
    '%s is one',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback, all of it', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local: metadata of cloud machines', '169.254.169.254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.7'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['loopback, written long', '0:0:0:0:0:0:0:1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped, hexadecimal', '::ffff:7f00:1'],
    ['IPv4-mapped private', '::ffff:10.0.0.1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64, local', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['documentation', '2001:db8::1'],
    ['no address', 'localhost'],
    ['no address', ''],
    ['no dotted quad', '2130706433'],
    ['octal', '0177.0.0.1'],
  ])('%s: %s is none', (_, address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://[::1]/', '::1'],
    ['http://127.0.0.1./', '127.0.0.1'],
    ['http://１２７.0.0.1/', '127.0.0.1'],
    ['http://example.com/', null],
  ])('%s has the literal address %s', (url, address) => {
    expect(literalAddress(new URL(url).hostname)).toBe(address);
  });
});
