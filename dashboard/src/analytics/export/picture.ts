import { font } from '../../charts/draw/plot-options.ts';
import { surroundings } from '../../charts/prepare/palette.ts';

/** Pixels of a picture, at whatever resolution the screen has. */
export const pictureWidth = 1_200;
export const margin = 32;
const ink = '#1b1b20';

export interface Picture {
  paper: CanvasRenderingContext2D;
  /** Top of the next part, in pixels from the upper edge. */
  y: number;
}

const buildFont = (size: number, weight = 400): string => font.replace('12px', `${size}px`).replace(/^/, `${weight} `);

/** A white sheet with a title and lines below it. Pictures are light in both schemes: they go onto paper and into mails. */
export function beginPicture(
  head: { title: string; lines: readonly string[] },
  height: number,
  width = pictureWidth,
): Picture {
  const canvas = document.createElement('canvas');
  const ratio = window.devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = (height + headHeight(head) + footHeight) * ratio;
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('no canvas');
  paper.scale(ratio, ratio);
  paper.fillStyle = '#ffffff';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.textBaseline = 'top';
  write({ paper, y: margin }, head.title, margin, { size: 22, weight: 600 });
  let y = margin + 34;
  for (const line of head.lines) {
    write({ paper, y }, line, margin, { size: 13, color: surroundings('light').text, room: width - 2 * margin });
    y += 20;
  }
  return { paper, y: y + 14 };
}

const headHeight = ({ lines }: { lines: readonly string[] }): number => margin + 34 + lines.length * 20 + 14;
const footHeight = 56;

/** Writes one line of text at the picture's present height; what needs more than `room` pixels is pressed together. */
export function write(
  { paper, y }: Picture,
  text: string,
  x: number,
  look: { size: number; weight?: number; color?: string; room?: number; align?: CanvasTextAlign },
): void {
  paper.font = buildFont(look.size, look.weight);
  paper.fillStyle = look.color ?? ink;
  paper.textAlign = look.align ?? 'left';
  paper.fillText(text, x, y, look.room);
  paper.textAlign = 'left';
}

export function measureWidth({ paper }: Picture, text: string, size: number): number {
  paper.font = buildFont(size);
  return paper.measureText(text).width;
}

/** Signs the picture with the product's name, and hands it out as a PNG. */
export async function endPicture({ paper, y }: Picture, product: string): Promise<Blob> {
  write({ paper, y: y + 20 }, product, margin, { size: 12, color: surroundings('light').text });
  const blob = await new Promise<Blob | null>((resolve) => paper.canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the picture is too large for this browser');
  return blob;
}
