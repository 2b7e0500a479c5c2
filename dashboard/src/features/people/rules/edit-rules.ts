import { isGroup, mostRules, type SegmentGroup, type SegmentRule } from '@botscope/contract';

/** Position of a rule: its index in each group on the way down. `[]` is the whole. */
export type RulePath = readonly number[];

/** Groups within groups, the whole included. */
export const deepest = 3;

/** Changes the list of one group. Paths that lead nowhere change nothing. */
function changeGroup(root: SegmentGroup, path: RulePath, change: (group: SegmentGroup) => SegmentGroup): SegmentGroup {
  const [at, ...rest] = path;
  if (at === undefined) return change(root);
  return {
    ...root,
    rules: root.rules.map((rule, index) => (index === at && isGroup(rule) ? changeGroup(rule, rest, change) : rule)),
  };
}

const splitPath = (path: RulePath): [group: RulePath, at: number] => [path.slice(0, -1), path.at(-1) ?? -1];

/** Adds a rule at the end of a group. */
export const addRule = (root: SegmentGroup, group: RulePath, rule: SegmentRule): SegmentGroup =>
  changeGroup(root, group, (found) => ({ ...found, rules: [...found.rules, rule] }));

export function replaceRule(root: SegmentGroup, path: RulePath, rule: SegmentRule): SegmentGroup {
  if (path.length === 0) return isGroup(rule) ? rule : root;
  const [group, at] = splitPath(path);
  return changeGroup(root, group, (found) => ({
    ...found,
    rules: found.rules.map((other, index) => (index === at ? rule : other)),
  }));
}

export function removeRule(root: SegmentGroup, path: RulePath): SegmentGroup {
  const [group, at] = splitPath(path);
  return changeGroup(root, group, (found) => ({ ...found, rules: found.rules.filter((_, index) => index !== at) }));
}

/** Puts a copy below it. */
export function duplicateRule(root: SegmentGroup, path: RulePath): SegmentGroup {
  const [group, at] = splitPath(path);
  return changeGroup(root, group, (found) => ({
    ...found,
    rules: found.rules.flatMap((rule, index) => (index === at ? [rule, rule] : [rule])),
  }));
}

/** Moves a rule up (-1) or down (1) within its group. */
export function moveRule(root: SegmentGroup, path: RulePath, by: -1 | 1): SegmentGroup {
  const [group, at] = splitPath(path);
  return changeGroup(root, group, (found) => {
    const rules = [...found.rules];
    const [one, other] = [rules[at], rules[at + by]];
    if (one === undefined || other === undefined) return found;
    rules[at] = other;
    rules[at + by] = one;
    return { ...found, rules };
  });
}

export const setMatch = (root: SegmentGroup, group: RulePath, match: SegmentGroup['match']): SegmentGroup =>
  changeGroup(root, group, (found) => ({ ...found, match }));

/** Groups without conditions say nothing: they go, all but the whole. */
export function withoutEmptyGroups(root: SegmentGroup): SegmentGroup {
  const rules = root.rules
    .map((rule) => (isGroup(rule) ? withoutEmptyGroups(rule) : rule))
    .filter((rule) => !isGroup(rule) || rule.rules.length > 0);
  return { ...root, rules };
}

/** Counts the conditions of a rule, with those of its groups. */
export const countConditions = (rule: SegmentRule): number =>
  isGroup(rule) ? rule.rules.reduce((sum, each) => sum + countConditions(each), 0) : 1;

export const isFull = (root: SegmentGroup): boolean => countConditions(root) >= mostRules;

/** Each rule of a group with a key of its own, which goes along when it moves: equal rules are counted. */
export function keyedRules(group: SegmentGroup): { key: string; at: number; rule: SegmentRule }[] {
  const seen = new Map<string, number>();
  return group.rules.map((rule, at) => {
    const text = JSON.stringify(rule);
    const before = seen.get(text) ?? 0;
    seen.set(text, before + 1);
    return { key: `${text} ${before}`, at, rule };
  });
}
