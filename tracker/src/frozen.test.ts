import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Pages name these hashes: a browser refuses a file that has another one. A change of a script is a new version. */
it.each([
  ['w.v1.js', 'wQU2wSPkJbdf6lv7dUT1CqZjtKWtJR5WB1TpL2jP5LTLf9PDb1ZAkOC5IpYo/nMq'],
  ['site.v1.js', '5c2eBJkpBx+yIMy0aVc7MsTMhYcMzDfw84Dk2InFz789zWnaf7+AFme1pylpto4D'],
])('the frozen %s is what pages name', (file, hash) => {
  const content = readFileSync(new URL(`../frozen/${file}`, import.meta.url));
  expect(createHash('sha384').update(content).digest('base64')).toBe(hash);
});
