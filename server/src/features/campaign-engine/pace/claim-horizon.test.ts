import { expect, it } from 'vitest';
import { createClaimHorizon } from './claim-horizon.ts';

it('is the time between two looks while claims are quick, as long as slow ones need, and at most twice as long', () => {
  const horizon = createClaimHorizon();
  // Looks every 250 ms; when those of each look could be sent.
  const takes = [5, 5, 120, 5, 900, ...Array.from({ length: 30 }, () => 5)];
  const horizons = takes.map((ms, index) => {
    horizon.look(index * 250);
    horizon.ready(index * 250 + ms);
    return Math.round(horizon.ms(250));
  });
  expect(horizons.slice(0, 6)).toEqual([250, 255, 370, 333, 500, 500]);
  expect(horizons.at(-1)).toBe(255);
});
