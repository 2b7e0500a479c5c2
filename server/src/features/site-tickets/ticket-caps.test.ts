import { expect, it } from 'vitest';
import { createTicketCaps } from './ticket-caps.ts';

/*
 * One network has 100 of 1,000 a day; after the cap each other one has 1, and 500 together.
 *
 * | when              | website | stored before | network       | wants | gets |
 * |-------------------|---------|---------------|---------------|-------|------|
 * | 1 March           | 1       | 1             | flood         | 4,000 | 100  |
 * |                   | 1       |               | flood again   | 4     | 0    |
 * |                   | 1       |               | 9 others      | 200   | 899  |
 * |                   | 1       |               | an honest one | 3     | 1    |
 * |                   | 2       | 0             | flood         | 4     | 4    |
 * | 2 March, midnight | 1       |               | flood         | 4     | 4    |
 */
it('a website stores a limited number of tickets a day, and a newcomer has one that nobody else can take', async () => {
  let now = Date.UTC(2026, 2, 1, 23);
  const queries: string[] = [];
  const caps = createTicketCaps({
    most: 1_000,
    stored: async (site, since) => {
      queries.push(`${site} ${since.toISOString().slice(0, 13)}`);
      return site === 1 ? 1 : 0;
    },
    now: () => now,
  });
  expect([await caps.take(1, 'flood', 4_000), await caps.take(1, 'flood', 4)]).toEqual([100, 0]);
  let otherCount = 0;
  for (let index = 0; index < 9; index += 1) otherCount += await caps.take(1, `other ${index}`, 200);
  expect(otherCount).toBe(899);
  expect([await caps.take(1, 'honest', 3), await caps.take(1, 'honest', 1)]).toEqual([1, 0]);
  let crowd = 0;
  for (let index = 0; index < 1_000; index += 1) crowd += await caps.take(1, `crowd ${index}`, 5);
  expect(crowd, 'the newcomers together').toBe(499);
  expect(await caps.take(2, 'flood', 4)).toBe(4);
  now = Date.UTC(2026, 2, 2);
  expect(await caps.take(1, 'flood', 4)).toBe(4);
  expect(queries).toEqual(['1 2026-03-01T00', '2 2026-03-01T00']);
});
