import { expect, test } from 'vitest';
import { askedBy, askedThrough, asker, askerOf, inThisAsking } from './asker.ts';

test('an account is charged by itself, others by their network and together', () => {
  expect(askerOf({ key: 'ann' }, '192.0.2.1').places).toEqual(['account:ann']);
  const [one, other] = ['2001:db8:1:2::1', '2001:db8:1:2:3::4'].map((address) => askerOf(null, address).places);
  expect(one).toEqual(other);
  expect(one).toContain('public');
});

test('what is begun later, from anywhere, is asked by whoever began it; jobs by nobody', async () => {
  expect(asker()).toEqual({ places: ['background'], urgency: 'background' });
  const ann = askerOf({ key: 'ann' }, '192.0.2.1');
  const later = askedBy(ann, () => askedThrough('7', () => inThisAsking()));
  await new Promise((resolve) => setImmediate(resolve));
  expect(later(() => asker())).toEqual({ places: ['account:ann', 'link:7'], urgency: 'interactive' });
});
