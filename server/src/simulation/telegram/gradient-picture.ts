import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

type Color = readonly [red: number, green: number, blue: number];

/** A PNG that fades from one color to another, from the upper left to the lower right corner. */
export function gradientPicture(width: number, height: number, from: Color, to: Color): Buffer {
  const line = 1 + width * 3;
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const share = (x / width + y / height) / 2;
      from.forEach((first, color) => {
        const last = to[color] ?? first;
        pixels[y * line + 1 + x * 3 + color] = Math.round(first + (last - first) * share);
      });
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a color, red, green and blue.
  head.set([8, 2], 8);
  return Buffer.concat([
    signature,
    part('IHDR', head),
    part('IDAT', deflateSync(pixels)),
    part('IEND', Buffer.alloc(0)),
  ]);
}

function part(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
