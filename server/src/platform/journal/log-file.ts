import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * A log file consists of frames: a header line `<bytes> <crc32> <rows> ` in hexadecimal, then the rows. An incomplete frame
 * or one that does not match its checksum ends the file: a crash interrupted its writing, so it was never acknowledged.
 */
export const headerBytes = 28;
const headerPattern = /^([0-9a-f]{8}) ([0-9a-f]{8}) ([0-9a-f]{8}) \n$/;

/** Rows that are appended at once. The caller decides what a row is (a line, a record). */
export interface Frame {
  body: Buffer;
  rows: number;
}

export function frameHeader({ body, rows }: Frame): Buffer {
  const hex = (value: number) => value.toString(16).padStart(8, '0');
  return Buffer.from(`${hex(body.length)} ${hex(crc32(body))} ${hex(rows)} \n`);
}

/** The whole frames of a log file's bytes, and how many bytes they take; what follows them is torn. */
function parseFrames(content: Buffer): { frames: Frame[]; bytes: number } {
  const frames: Frame[] = [];
  let position = 0;
  for (;;) {
    const match = headerPattern.exec(content.toString('latin1', position, position + headerBytes));
    if (!match) break;
    const [length = 0, checksum = 0, rows = 0] = match.slice(1).map((part) => Number.parseInt(part, 16));
    const start = position + headerBytes;
    if (start + length > content.length) break;
    const body = content.subarray(start, start + length);
    if (crc32(body) !== checksum) break;
    frames.push({ body, rows });
    position = start + length;
  }
  return { frames, bytes: position };
}

export async function readLogFile(path: string): Promise<{ frames: Frame[]; bytes: number; torn: number }> {
  const content = await readFile(path);
  const result = parseFrames(content);
  return { ...result, torn: content.length - result.bytes };
}
