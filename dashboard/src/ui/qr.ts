import { encode } from 'uqr';

/** Light modules around the code: scanners need four of them to find it. */
export const quietZone = 4;
/** Large enough for a poster, and still a small file. */
const pngPixels = 1_024;

/** Rows of modules, quiet zone included; true is dark. A code that loses a seventh is still read. */
const encodeModules = (text: string): boolean[][] => encode(text, { ecc: 'M', border: quietZone }).data;

/** Size of a downloaded SVG, where a program needs one; it stays sharp at any. */
const svgPixels = 512;

/** The code as a picture. Black on white in any colour scheme: many scanners read nothing else. */
export function qrSvg(text: string): string {
  const rows = encodeModules(text);
  const path = rows.flatMap((row, y) => findRuns(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)).join('');
  const size = rows.length;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${svgPixels}" height="${svgPixels}" ` +
    `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
  );
}

/** Start and length of each run of dark modules. */
export function findRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1);
    if (!dark) continue;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}

export const qrAddress = (text: string): string => `data:image/svg+xml,${encodeURIComponent(qrSvg(text))}`;

/** A PNG of at least 1,024 pixels, whole pixels per module: a code with soft edges scans badly. */
export function qrPng(text: string): Promise<Blob> {
  const rows = encodeModules(text);
  const scale = Math.ceil(pngPixels / rows.length);
  const canvas = document.createElement('canvas');
  canvas.width = rows.length * scale;
  canvas.height = canvas.width;
  const paint = canvas.getContext('2d');
  if (paint === null) return Promise.reject(new Error('The browser draws no canvas'));
  paint.fillStyle = '#fff';
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.fillStyle = '#000';
  for (const [y, row] of rows.entries()) {
    for (const [x, width] of findRuns(row)) paint.fillRect(x * scale, y * scale, width * scale, scale);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The browser makes no PNG')) : resolve(blob)),
      'image/png',
    ),
  );
}

/** `qr-shop_bot-source-news1.png` */
export function qrFileName(url: string, ending: 'svg' | 'png'): string {
  const words = url.replace(/^https:\/\/t\.me\//, '').replace(/\?\w+=/, '-');
  return `qr-${words.replaceAll(/[^\w-]/g, '-').slice(0, 80)}.${ending}`;
}
