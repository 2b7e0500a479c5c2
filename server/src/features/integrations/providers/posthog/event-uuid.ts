import { createHash } from 'node:crypto';

/** Chosen once, and never changed: events that were sent have UUIDs by it. */
const namespace = Buffer.from('8d3f0c5e6c1b4f0e9a52d7b1e64c9a03', 'hex');

/** UUID of version 5 (RFC 9562) by the ID of an event: the same in every attempt. */
export function eventUuid(id: string): string {
  const bytes = createHash('sha1').update(namespace).update(id).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
