import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Pages name these hashes: a browser refuses a file that has another one. A change of a script is a new version. */
it.each([
  ['w.v1.js', 'WbwcEjadNtQjx9/D7WvJyBaaLTtiD+KUYOHiq2sH6flCsvhbJ9Qk8LrcqBkcbCp3'],
  ['site.v1.js', 'T7s6wwurTUei3VCm80pDPhcq4ipispcXxpJxRpwAU++pzFuIg+aFQ5ZF2DVHxaMR'],
])('the frozen %s is what pages name', (file, hash) => {
  const content = readFileSync(new URL(`../frozen/${file}`, import.meta.url));
  expect(createHash('sha384').update(content).digest('base64')).toBe(hash);
});
