import { expect, test } from 'vitest';
import { runAs, toAsker } from '../../platform/fairness/asker.ts';
import { password } from './password.ts';

test('hashes differ each time, and only the password fits', async () => {
  const [firstHash, secondHash] = await Promise.all([password.hash('correct horse'), password.hash('correct horse')]);
  expect(firstHash).not.toBe(secondHash);
  expect(firstHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await password.verify({ hash: firstHash, password: 'correct horse' })).toBe(true);
  expect(await password.verify({ hash: firstHash, password: 'Correct horse' })).toBe(false);
});

test('the event loop goes on turning while passwords are hashed', async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(Array.from({ length: 8 }, () => password.hash('correct horse')));
  isOver = true;
  // On the loop, there would be none between the first hash and the last.
  expect(turns).toBeGreaterThan(100);
});

test('many passwords of one network keep no other waiting for all of them', async () => {
  const endOrder: string[] = [];
  const hashAs = (address: string) =>
    runAs(toAsker(null, address), () => password.hash('correct horse')).then(() => endOrder.push(address));
  await Promise.all([...Array.from({ length: 24 }, (_, index) => hashAs(`192.0.2.${index}`)), hashAs('198.51.100.1')]);
  // One of the others was under way, and one more may have ended beside it.
  expect(endOrder.indexOf('198.51.100.1')).toBeLessThan(4);
});
