/**
 * Layout of records in a frame: a mark, the record's number (6 bytes), its length (4 bytes), its bytes. `+` adds a
 * record; `-` takes one away that an earlier frame, or the same one, has.
 */
const headBytes = 11;
const additionByte = 0x2b;
const removalByte = 0x2d;

interface StoredRecord {
  id: number;
  /** Range of its bytes within the frame's body; null for a removal mark. */
  at: { start: number; end: number } | null;
}

function head(letter: number, id: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes);
  bytes.writeUInt8(letter, 0);
  bytes.writeUIntBE(id, 1, 6);
  bytes.writeUInt32BE(length, 7);
  return bytes;
}

/** The pieces of a record, to be joined by the caller. */
export const recordPieces = (id: number, bytes: Buffer): Buffer[] => [head(additionByte, id, bytes.length), bytes];
export const removalMark = (id: number): Buffer => head(removalByte, id, 0);

/** Room that a record takes in a frame. */
export const recordSize = (bytes: Buffer): number => headBytes + bytes.length;

/** The records of a frame's body, in their order. The frame's checksum was right, so the body is what we wrote. */
export function* parseRecords(body: Buffer): Generator<StoredRecord> {
  for (let position = 0; position + headBytes <= body.length; ) {
    const id = body.readUIntBE(position + 1, 6);
    const start = position + headBytes;
    const end = start + body.readUInt32BE(position + 7);
    yield { id, at: body.readUInt8(position) === additionByte ? { start, end } : null };
    position = end;
  }
}
