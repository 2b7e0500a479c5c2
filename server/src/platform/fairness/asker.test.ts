import { expect, test } from 'vitest';
import { asker, bindToAsker, runAs, runThroughLink, toAsker } from './asker.ts';

test('an account is charged by itself, others by their network and together', () => {
  expect(toAsker({ key: 'ann' }, '192.0.2.1').places).toEqual(['account:ann']);
  const [one, other] = ['2001:db8:1:2::1', '2001:db8:1:2:3::4'].map((address) => toAsker(null, address).places);
  expect(one).toEqual(other);
  expect(one).toContain('public');
});

test('work begun later, from anywhere, belongs to the asker that began it; jobs to the background', async () => {
  expect(asker()).toEqual({ places: ['background'], urgency: 'background' });
  const ann = toAsker({ key: 'ann' }, '192.0.2.1');
  const boundWork = runAs(ann, () => runThroughLink('7', () => bindToAsker()));
  await new Promise((resolve) => setImmediate(resolve));
  expect(boundWork(() => asker())).toEqual({ places: ['account:ann', 'link:7'], urgency: 'interactive' });
});
