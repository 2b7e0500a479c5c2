import { expect, test } from 'vitest';
import { askerOf, runAs } from '../../platform/fairness/asker.ts';
import { password } from './password.ts';

const from = <Result>(address: string, work: () => Promise<Result>): Promise<Result> =>
  runAs(askerOf(null, address), work);

/*
 * | who                                  | attempts | is answered                     |
 * |--------------------------------------|----------|---------------------------------|
 * | strangers, 60 addresses of a network | 60       | one after another               |
 * | a browser that the account knows     | 1        | beside them                     |
 * | a new browser in another network     | 1        | next: the crowd is one asker    |
 */
test('a crowd in one network delays neither a known browser nor a newcomer', async () => {
  const hash = await password.hash('correct horse battery');
  const order: string[] = [];
  const crowd = Array.from({ length: 60 }, (_, index) =>
    from(`198.51.100.${index + 1}`, () => password.verify({ hash, password: 'a guess' })).then(() =>
      order.push('crowd'),
    ),
  );
  const known = from('198.51.100.99', () =>
    password.verify({ hash, password: 'correct horse battery', isKnownDevice: true }),
  );
  const newcomer = from('203.0.113.7', () => password.verify({ hash, password: 'correct horse battery' }));
  const honest = [known.then(() => order.push('known')), newcomer.then(() => order.push('newcomer'))];
  expect(await Promise.all([known, newcomer])).toEqual([true, true]);
  await Promise.all([...crowd, ...honest]);
  expect(order).toHaveLength(62);
  expect(order.indexOf('known')).toBeLessThan(10);
  expect(order.indexOf('newcomer')).toBeLessThan(10);
}, 60_000);
