import { everyone, formatRules, type SegmentRules } from '@botscope/contract';
import { expect, test } from 'vitest';
import { findUses } from './field-uses.ts';

const inRiga: SegmentRules = {
  match: 'any',
  rules: [{ match: 'all', rules: [{ kind: 'field', key: 'city', is: 'is', values: ['Riga'] }] }],
};
const segment = (segment_id: number, rules: SegmentRules, kind: 'dynamic' | 'list' | 'snapshot' = 'dynamic') => ({
  ...{ segment_id, name: `Segment ${segment_id}`, kind, rules },
});
const emptyState = { rules: '', search: '', sort: '', columns: '' };
const view = (view_id: number, state: Partial<typeof emptyState>) => ({
  ...{ view_id, name: `View ${view_id}`, state: { ...emptyState, ...state } },
});

test('a field is used by dynamic segments and by views that name it', () => {
  // A snapshot keeps its users, whatever becomes of the field.
  const segments = [segment(1, inRiga), segment(2, everyone), segment(3, inRiga, 'snapshot')];
  const views = [
    view(4, { rules: formatRules(inRiga) }),
    view(5, { columns: 'status,field.city' }),
    view(6, { sort: '-field.city' }),
    view(7, { columns: 'field.city2', sort: 'city' }),
  ];
  expect(findUses('city', segments, views)).toEqual([
    { kind: 'segment', id: 1, name: 'Segment 1' },
    { kind: 'view', id: 4, name: 'View 4' },
    { kind: 'view', id: 5, name: 'View 5' },
    { kind: 'view', id: 6, name: 'View 6' },
  ]);
  expect(findUses('town', segments, views)).toEqual([]);
});
