import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { precompress } from './dashboard.mjs';

test('compressed copies hold the same bytes; small files and pictures have none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'botscope-compress-'));
  try {
    const code = 'export const words = 1;\n'.repeat(200);
    for (const [name, text] of [
      ['a.js', code],
      ['tiny.js', '1'],
      ['photo.png', code],
    ] as const) {
      writeFileSync(join(folder, name), text);
    }
    expect(await precompress(folder)).toBe(1);
    expect(brotliDecompressSync(readFileSync(join(folder, 'a.js.br'))).toString()).toBe(code);
    expect(gunzipSync(readFileSync(join(folder, 'a.js.gz'))).toString()).toBe(code);
    expect(['tiny.js.br', 'photo.png.br'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
