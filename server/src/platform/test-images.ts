/** Beginnings of images, as far as their size; no picture follows. */
const padded = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    Buffer.alloc(16),
  ]);

const uint16 = (value: number, isLittle: boolean): Buffer => {
  const bytes = Buffer.alloc(2);
  if (isLittle) bytes.writeUInt16LE(value);
  else bytes.writeUInt16BE(value);
  return bytes;
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const createPng = (width: number, height: number): Buffer =>
  padded('\x89PNG\r\n\x1a\n', uint32(13), 'IHDR', uint32(width), uint32(height));

export const createGif = (width: number, height: number): Buffer =>
  padded('GIF89a', uint16(width, true), uint16(height, true), '\0'.repeat(8));

/** With a segment of a camera in front. */
export const createJpeg = (width: number, height: number): Buffer => {
  const camera = padded('\xff\xe1', uint16(66, false), '\0'.repeat(64)).subarray(0, 68);
  const frame = padded('\xff\xc0', uint16(17, false), '\x08', uint16(height, false), uint16(width, false));
  return padded('\xff\xd8', camera, frame);
};

export const createWebp = (width: number, height: number): Buffer =>
  padded('RIFF', uint32(0), 'WEBP', 'VP8 ', uint32(0), '\0'.repeat(6), uint16(width, true), uint16(height, true));
