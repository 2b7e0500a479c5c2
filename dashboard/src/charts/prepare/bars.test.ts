import { othersName } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { prepareBars } from './bars.ts';

describe('bars', () => {
  const lines = [
    { id: '/help', name: '/help', unit: 'actions', total: 25 },
    { id: '/start', name: '/start', unit: 'actions', total: 75 },
    { id: '/start:users', name: '/start', unit: 'users', total: 60 },
    { id: '/never', name: '/never', unit: 'actions', total: 0 },
  ];

  it('lists the largest first, measured against the longest', () => {
    expect(prepareBars(lines, 5, 'en')).toEqual([
      { id: '/start', label: '/start', value: 75, text: '75', share: 1, part: '75%', users: '60' },
      { id: '/help', label: '/help', value: 25, text: '25', share: 25 / 75, part: '25%', users: null },
    ]);
  });

  it('cuts the list but not the whole it is measured by', () => {
    expect(prepareBars(lines, 1, 'en').map((bar) => [bar.label, bar.part])).toEqual([['/start', '75%']]);
    const othersLine = { id: othersName, name: othersName, unit: 'actions', total: 100 };
    expect(prepareBars([...lines, othersLine], 5, 'en').map((bar) => [bar.label, bar.part])).toEqual([
      ['/start', '37.5%'],
      ['/help', '12.5%'],
    ]);
    expect(prepareBars([], 5, 'en')).toEqual([]);
  });
});
