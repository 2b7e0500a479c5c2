import { expect, test } from 'vitest';
import { password } from './password.ts';

test('hashes differ each time, and only the password fits', async () => {
  const [one, two] = await Promise.all([password.hash('correct horse'), password.hash('correct horse')]);
  expect(one).not.toBe(two);
  expect(await password.verify({ hash: one, password: 'correct horse' })).toBe(true);
  expect(await password.verify({ hash: one, password: 'Correct horse' })).toBe(false);
});

test('the event loop goes on turning while passwords are hashed', async () => {
  let turns = 0;
  let over = false;
  const turn = () => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(Array.from({ length: 8 }, () => password.hash('correct horse')));
  over = true;
  // On the loop, there would be none between the first hash and the last.
  expect(turns).toBeGreaterThan(100);
});
