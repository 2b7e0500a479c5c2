import ipaddr from 'ipaddr.js';

type Value = string | number | { [key: string]: Value };
type Node = [Branch, Branch];
/** Null: nothing is known of the addresses below. */
type Branch = Node | string | null;

/**
 * A small file in MaxMind's format (https://maxmind.github.io/MaxMind-DB/, version 2.0), for tests: networks and their
 * countries, of which none may lie in another one. `ipVersion` 4 is for files without IPv6,
 * and `isFlat` for records that are a code alone.
 */
export function countryFile(
  networks: Readonly<Record<string, string>>,
  { ipVersion = 6, isFlat = false }: { ipVersion?: 4 | 6; isFlat?: boolean } = {},
): Buffer {
  const tree: Node = [null, null];
  for (const [network, country] of Object.entries(networks)) insert(tree, toBits(network, ipVersion), country);
  const nodes = listNodes(tree);
  const countries = [...new Set(Object.values(networks))];
  const records = countries.map((code) => encode(isFlat ? { country_code: code } : { country: { iso_code: code } }));
  const offsets = records.map((_, index) => Buffer.concat(records.slice(0, index)).length);
  const dataAt = nodes.length + 16;
  const pointer = (branch: Branch): number => {
    if (branch === null) return nodes.length;
    return typeof branch === 'string' ? dataAt + (offsets[countries.indexOf(branch)] ?? 0) : nodes.indexOf(branch);
  };
  const search = Buffer.concat(nodes.flatMap((node) => node.map((branch) => number(pointer(branch), 3))));
  const metadata = encode({
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 1_700_000_000 },
    ...{ database_type: 'Test-Country', ip_version: ipVersion, node_count: nodes.length, record_size: 24 },
  });
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([search, Buffer.alloc(16), ...records, marker, metadata]);
}

/** IPv4 is the part of IPv6 that begins with 96 zeros. */
function toBits(network: string, ipVersion: 4 | 6): string {
  const [address, length] = ipaddr.parseCIDR(network);
  const bits = address
    .toByteArray()
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return (ipVersion === 6 && address.kind() === 'ipv4' ? '0'.repeat(96) : '') + bits.slice(0, length);
}

function insert(tree: Node, bits: string, country: string): void {
  let node = tree;
  for (const bit of bits.slice(0, -1)) {
    const branch = node[Number(bit)];
    const next: Node = Array.isArray(branch) ? branch : [null, null];
    node[Number(bit)] = next;
    node = next;
  }
  node[Number(bits.at(-1))] = country;
}

const listNodes = (node: Node): Node[] => [
  node,
  ...node.flatMap((branch) => (Array.isArray(branch) ? listNodes(branch) : [])),
];

function number(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** Types 2 (text), 6 (32 bits) and 7 (map), each with its size in the low five bits. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (typeof value === 'number') return Buffer.concat([Buffer.from([(6 << 5) | 4]), number(value, 4)]);
  const pairs = Object.entries(value);
  return Buffer.concat([
    Buffer.from([(7 << 5) | pairs.length]),
    ...pairs.flatMap(([key, item]) => [encode(key), encode(item)]),
  ]);
}
