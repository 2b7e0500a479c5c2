import { formatRules, listConditions, parseRules, type SegmentCondition, SegmentRules } from '@botscope/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCondition, anyRules } from './any-rules.fixture.ts';
import {
  addRule,
  countConditions,
  duplicateRule,
  keyedRules,
  moveRule,
  removeRule,
  replaceRule,
  setMatch,
  withoutEmptyGroups,
} from './edit-rules.ts';
import { conditionProblems, conditionStarts, findStart, newCondition } from './new-condition.ts';

const a: SegmentCondition = { kind: 'segment', segment_id: 1, not: false };
const b: SegmentCondition = { kind: 'segment', segment_id: 2, not: false };
const c: SegmentCondition = { kind: 'segment', segment_id: 3, not: false };
const root = { match: 'all', rules: [a, { match: 'any', rules: [b, c] }] } as const;

test('a rule is added, replaced, copied, moved and removed where its path leads', () => {
  expect(addRule(root, [1], a).rules[1]).toEqual({ match: 'any', rules: [b, c, a] });
  expect(replaceRule(root, [1, 0], c).rules[1]).toEqual({ match: 'any', rules: [c, c] });
  expect(duplicateRule(root, [0]).rules).toEqual([a, a, root.rules[1]]);
  expect(moveRule(root, [1, 1], -1).rules[1]).toEqual({ match: 'any', rules: [c, b] });
  expect(moveRule(root, [0], -1)).toEqual(root);
  expect(moveRule(root, [0], 1).rules).toEqual([root.rules[1], a]);
  expect(setMatch(root, [1], 'all').rules[1]).toEqual({ match: 'all', rules: [b, c] });
  expect(withoutEmptyGroups(removeRule(removeRule(root, [1, 1]), [1, 0]))).toEqual({ match: 'all', rules: [a] });
  expect(keyedRules({ match: 'all', rules: [a, a] }).map(({ key }) => key)).toHaveLength(2);
});

test('the rules of the builder survive writing to the address and reading back', () => {
  fc.assert(
    fc.property(anyRules, (rules) => {
      const fullRules = withoutEmptyGroups(rules);
      expect(countConditions(fullRules)).toBe(listConditions(rules).length);
      const text = formatRules(fullRules as SegmentRules);
      fc.pre(text.length <= 8_000);
      expect(parseRules(text)).toEqual(text === '' ? { match: 'all', rules: [] } : fullRules);
    }),
  );
});

test('a condition that the contract takes has no problems in its editor', () => {
  fc.assert(
    fc.property(anyCondition, (condition) => {
      const dayRange = 'when' in condition && condition.when.kind === 'between' ? condition.when : null;
      const isBackwards = dayRange !== null && dayRange.from > dayRange.to;
      expect([...conditionProblems(condition)]).toEqual(isBackwards ? ['to'] : []);
    }),
  );
});

test('an incomplete condition names the field that is missing', () => {
  const problems = (condition: SegmentCondition) => [...conditionProblems(condition)];
  expect(problems({ kind: 'source', not: false, values: [] })).toEqual(['values']);
  expect(problems({ kind: 'segment', segment_id: 0, not: false })).toEqual(['segment_id']);
  expect(problems({ kind: 'share', percent: Number.NaN, seed: 1 })).toEqual(['percent']);
  expect(problems({ kind: 'seen', seen: 'first', when: { kind: 'last', days: 0 } })).toEqual(['days']);
  const bought = newCondition('event', 1);
  expect(problems(bought)).toEqual(['name']);
});

test('every entry of the menu begins with a condition of its own kind', () => {
  for (const start of conditionStarts) expect(findStart(newCondition(start, 1))).toBe(start);
  expect(SegmentRules.safeParse({ match: 'all', rules: [newCondition('status', 1)] }).success).toBe(true);
});
