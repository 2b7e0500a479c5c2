import { expect, it } from 'vitest';
import { pickWinner } from './decide-winner.ts';

const score = (users: number, deliveredCount: number) => ({ users, delivered: deliveredCount });

it.each([
  ['the larger share wins, not the larger number', 'pressed', [score(20, 200), score(15, 100)], 1],
  ['the smaller share wins where fewest left', 'left', [score(4, 100), score(3, 50), score(7, 200)], 2],
  ['the first of equals wins', 'replied', [score(5, 50), score(10, 100), score(1, 10)], 0],
  ['who reached nobody does not win', 'left', [score(0, 0), score(9, 10)], 1],
  ['nobody reached: the first', 'pressed', [score(0, 0), score(0, 0)], 0],
] as const)('%s', (_, criterion, scores, winner) => {
  expect(pickWinner(scores, { by: criterion })).toBe(winner);
});
