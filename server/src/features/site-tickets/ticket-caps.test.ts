import { expect, it } from 'vitest';
import { createTicketCaps } from './ticket-caps.ts';

/*
 * | when             | website | stored before | taken | of at most 3 |
 * |------------------|---------|---------------|-------|--------------|
 * | 1 March          | 1       | 1             | 4     | 2            |
 * | 1 March          | 2       | 0             | 4     | 3            |
 * | 2 March, midnight | 1      |               | 4     | 3            |
 */
it('so many tickets of a website are stored a day', async () => {
  let now = Date.UTC(2026, 2, 1, 23);
  const queries: string[] = [];
  const caps = createTicketCaps({
    most: 3,
    stored: async (site, since) => {
      queries.push(`${site} ${since.toISOString().slice(0, 13)}`);
      return site === 1 ? 1 : 0;
    },
    now: () => now,
  });
  const taken = async (site: number): Promise<number> => {
    let count = 0;
    for (let attempt = 0; attempt < 4; attempt += 1) if (await caps.take(site)) count += 1;
    return count;
  };
  expect([await taken(1), await taken(2)]).toEqual([2, 3]);
  now = Date.UTC(2026, 2, 2);
  expect(await taken(1)).toBe(3);
  expect(queries).toEqual(['1 2026-03-01T00', '2 2026-03-01T00']);
});
