export interface ImageSize {
  width: number;
  height: number;
}

/** Bytes of an image within which its size stands: cameras and programs write less before it. */
export const imageHeadBytes = 262_144;

/**
 * Width and height of a PNG, GIF, WebP or JPEG image, from its first bytes; null for anything else and for a beginning
 * that is cut off before the size. Never throws.
 */
export function readImageSize(head: Uint8Array): ImageSize | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.length < 30) return null;
  if (bytes.readUInt32BE(0) === 0x89504e47) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.toString('latin1', 0, 4) === 'GIF8') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return webpSize(bytes);
  return bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : null;
}

function webpSize(bytes: Buffer): ImageSize | null {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Segments until a start of frame (C0 to CF, but for the tables C4, C8 and CC), which has the size. */
function jpegSize(bytes: Buffer): ImageSize | null {
  let offset = 2;
  while (offset + 9 <= bytes.length) {
    if (bytes[offset] !== 0xff) return null;
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return null;
}

/** Telegram's limits of a photo: both sides together, and the longer one to the shorter one. */
const maxSides = 10_000;
const maxRatio = 20;

/** Whether Telegram takes an image of this size as a photo; it says PHOTO_INVALID_DIMENSIONS for any other. */
export const fitsPhoto = ({ width, height }: ImageSize): boolean =>
  width + height <= maxSides && Math.max(width, height) <= maxRatio * Math.min(width, height);
