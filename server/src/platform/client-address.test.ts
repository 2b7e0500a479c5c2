import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClientAddress, limitPlace, parseAddress, parseTrustedProxies } from './client-address.ts';

const nobody = createClientAddress({ hops: 0 });
const oneHop = createClientAddress({ hops: 1 });
const twoHops = createClientAddress({ hops: 2 });
const inside = createClientAddress({ networks: ['10.0.0.0/8', 'fd00::/8', '127.0.0.1'] });

describe('the client of a chain of proxies', () => {
  it.each([
    ['nobody is trusted', nobody, '198.51.100.7', '203.0.113.5', '198.51.100.7'],
    ['one hop: the last entry', oneHop, '127.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['one hop: a forged entry in front is not reached', oneHop, '127.0.0.1', '1.2.3.4, 203.0.113.5', '203.0.113.5'],
    ['two hops: the one before the last', twoHops, '127.0.0.1', '6.6.6.6, 203.0.113.5,10.1.1.1', '203.0.113.5'],
    ['two hops, but only one has written', twoHops, '127.0.0.1', '203.0.113.5', '203.0.113.5'],
    [
      'networks: up to the first that is not in them',
      inside,
      '10.0.0.1',
      '6.6.6.6, 203.0.113.5, 10.2.2.2',
      '203.0.113.5',
    ],
    ['networks: an untrusted client cannot name another address', inside, '203.0.113.9', '6.6.6.6', '203.0.113.9'],
    ['networks: IPv6, and IPv4 in it', inside, '::ffff:10.0.0.1', '2001:db8::7, fd00::1', '2001:db8::7'],
    ['no header', oneHop, '10.0.0.1', '', '10.0.0.1'],
    ['a port', oneHop, '10.0.0.1', '203.0.113.5:4711', '203.0.113.5'],
    ['IPv6 in brackets with a port', oneHop, '10.0.0.1', '[2001:DB8:0::7]:4711', '2001:db8::7'],
    ['a zone', oneHop, '10.0.0.1', 'fe80::1%eth0', 'fe80::1'],
    ['IPv4 in IPv6', oneHop, '10.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
    ['markup is no address', oneHop, '10.0.0.1', '<img src=x>', '10.0.0.1'],
    ['nor is a word', oneHop, '10.0.0.1', 'unknown', '10.0.0.1'],
    ['nor 12 kB of text', oneHop, '10.0.0.1', 'a'.repeat(12_288), '10.0.0.1'],
    ['12 kB of addresses: the last', oneHop, '10.0.0.1', `${'6.6.6.6, '.repeat(1_400)}203.0.113.5`, '203.0.113.5'],
    ['short forms are none', oneHop, '10.0.0.1', '127.1', '10.0.0.1'],
    ['an empty entry ends the walk', twoHops, '10.0.0.1', '6.6.6.6,,203.0.113.5', '203.0.113.5'],
  ])('%s', (_name, client, connection, forwarded, expected) => {
    expect(client(connection, forwarded)).toBe(expected);
  });

  it('is an address, whatever the header holds', () => {
    const junk = fc.oneof(fc.string({ unit: 'binary' }), fc.ipV4(), fc.ipV6(), fc.constantFrom('[', ']:1', '%', ','));
    fc.assert(
      fc.property(fc.array(junk, { maxLength: 12 }), (parts) => {
        for (const client of [nobody, oneHop, twoHops, inside]) {
          const address = client('10.0.0.1', parts.join(','));
          expect(isIP(address)).not.toBe(0);
          expect(parseAddress(address)).toBe(address);
        }
      }),
    );
  });

  it('does not depend on what stands in front of the trusted entries', () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (forged, real) => {
        expect(oneHop('10.0.0.1', `${forged},${real}`)).toBe(real);
      }),
    );
  });
});

it('TRUST_PROXY is a number of hops or a list of networks', () => {
  expect(parseTrustedProxies('0')).toEqual({ hops: 0 });
  expect(parseTrustedProxies('1')).toEqual({ hops: 1 });
  expect(parseTrustedProxies('yes')).toEqual({ hops: 1 });
  expect(parseTrustedProxies('2')).toEqual({ hops: 2 });
  expect(parseTrustedProxies('10.0.0.0/8, FD00::/8,127.0.0.1')).toEqual({
    networks: ['10.0.0.0/8', 'fd00::/8', '127.0.0.1'],
  });
  for (const invalidList of ['11', '-1', 'loopback', '10.0.0.0/33', '10.0.0.0/8/8', 'fe80::1%eth0/64', '10.0.0.0/8,'])
    expect(parseTrustedProxies(invalidList)).toBeUndefined();
});

it('limits count IPv6 by networks of 64 bits', () => {
  expect(limitPlace('203.0.113.5')).toBe('203.0.113.5');
  expect(limitPlace('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(limitPlace('2001:db8:1:2::')).toBe(limitPlace('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(limitPlace('2001:db8:1:3::')).not.toBe(limitPlace('2001:db8:1:2::'));
  expect(limitPlace('::ffff:203.0.113.5')).toBe('203.0.113.5');
  expect(limitPlace('user')).toBe('user');
});
