import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * A segment is a row of frames: a 28-byte header line `<bytes> <crc32> <rows>` in hexadecimal, then the lines.
 * A frame that is short or does not match its checksum ends the segment: it was never acknowledged.
 */
const headerBytes = 28;

/** How many bytes of frames a replay hands over at once: one large insert instead of many small ones. */
const replayBytes = 8 * 1024 * 1024;

export function frameHeader(body: Buffer, rows: number): Buffer {
  const hex = (value: number) => value.toString(16).padStart(8, '0');
  return Buffer.from(`${hex(body.length)} ${hex(crc32(body))} ${hex(rows)} \n`);
}

interface Header {
  bytes: number;
  checksum: number;
  rows: number;
}

async function readHeader(file: FileHandle, position: number): Promise<Header | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, position);
  const match = /^([0-9a-f]{8}) ([0-9a-f]{8}) ([0-9a-f]{8}) \n$/.exec(buffer.toString('latin1'));
  if (bytesRead < headerBytes || !match) return null;
  const [bytes = 0, checksum = 0, rows = 0] = match.slice(1).map((part) => Number.parseInt(part, 16));
  return { bytes, checksum, rows };
}

/** Walks over whole frames. `bytes` is the place behind the frame. */
async function* frames(path: string): AsyncGenerator<{ body: Buffer; rows: number; bytes: number }> {
  const file = await open(path, 'r');
  try {
    let position = 0;
    for (;;) {
      const header = await readHeader(file, position);
      if (!header) return;
      const size = (await file.stat()).size;
      if (position + headerBytes + header.bytes > size) return;
      const body = Buffer.alloc(header.bytes);
      await file.read(body, 0, header.bytes, position + headerBytes);
      if (crc32(body) !== header.checksum) return;
      position += headerBytes + header.bytes;
      yield { body, rows: header.rows, bytes: position };
    }
  } finally {
    await file.close();
  }
}

/** Counts the whole frames: how many rows, and up to which byte the segment is good. */
export async function scanSegment(path: string): Promise<{ rows: number; bytes: number }> {
  const found = { rows: 0, bytes: 0 };
  for await (const frame of frames(path)) {
    found.rows += frame.rows;
    found.bytes = frame.bytes;
  }
  return found;
}

/** The lines of a segment in order, several frames at a time. */
export async function* readFrames(path: string): AsyncGenerator<{ rows: string[]; bytes: number }> {
  let rows: string[] = [];
  let bytes = 0;
  for await (const frame of frames(path)) {
    for (const line of frame.body.toString('utf8').split('\n')) if (line !== '') rows.push(line);
    bytes += frame.body.length;
    if (bytes >= replayBytes) {
      yield { rows, bytes };
      rows = [];
      bytes = 0;
    }
  }
  if (rows.length > 0) yield { rows, bytes };
}
