import { isGroup, maxRules, type SegmentGroup, type SegmentRule } from '@botscope/contract';

/** Position of a rule: its index in each group on the way down. `[]` is the whole. */
export type RulePath = readonly number[];

/** Groups within groups, the whole included. */
export const maxDepth = 3;

/** Changes the list of one group. Paths that lead nowhere change nothing. */
function changeGroup(root: SegmentGroup, path: RulePath, change: (group: SegmentGroup) => SegmentGroup): SegmentGroup {
  const [position, ...rest] = path;
  if (position === undefined) return change(root);
  return {
    ...root,
    rules: root.rules.map((rule, index) =>
      index === position && isGroup(rule) ? changeGroup(rule, rest, change) : rule,
    ),
  };
}

const splitPath = (path: RulePath): [group: RulePath, at: number] => [path.slice(0, -1), path.at(-1) ?? -1];

/** Adds a rule at the end of a group. */
export const addRule = (root: SegmentGroup, group: RulePath, rule: SegmentRule): SegmentGroup =>
  changeGroup(root, group, (parent) => ({ ...parent, rules: [...parent.rules, rule] }));

export function replaceRule(root: SegmentGroup, path: RulePath, rule: SegmentRule): SegmentGroup {
  if (path.length === 0) return isGroup(rule) ? rule : root;
  const [group, position] = splitPath(path);
  return changeGroup(root, group, (parent) => ({
    ...parent,
    rules: parent.rules.map((other, index) => (index === position ? rule : other)),
  }));
}

export function removeRule(root: SegmentGroup, path: RulePath): SegmentGroup {
  const [group, position] = splitPath(path);
  return changeGroup(root, group, (parent) => ({
    ...parent,
    rules: parent.rules.filter((_, index) => index !== position),
  }));
}

/** Puts a copy below it. */
export function duplicateRule(root: SegmentGroup, path: RulePath): SegmentGroup {
  const [group, position] = splitPath(path);
  return changeGroup(root, group, (parent) => ({
    ...parent,
    rules: parent.rules.flatMap((rule, index) => (index === position ? [rule, rule] : [rule])),
  }));
}

/** Moves a rule up (-1) or down (1) within its group. */
export function moveRule(root: SegmentGroup, path: RulePath, step: -1 | 1): SegmentGroup {
  const [group, position] = splitPath(path);
  return changeGroup(root, group, (parent) => {
    const rules = [...parent.rules];
    const [one, other] = [rules[position], rules[position + step]];
    if (one === undefined || other === undefined) return parent;
    rules[position] = other;
    rules[position + step] = one;
    return { ...parent, rules };
  });
}

export const setMatch = (root: SegmentGroup, group: RulePath, match: SegmentGroup['match']): SegmentGroup =>
  changeGroup(root, group, (parent) => ({ ...parent, match }));

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

export const isFull = (root: SegmentGroup): boolean => countConditions(root) >= maxRules;

/** Each rule of a group with a key of its own, which goes along when it moves: equal rules are counted. */
export function keyedRules(group: SegmentGroup): { key: string; position: number; rule: SegmentRule }[] {
  const counts = new Map<string, number>();
  return group.rules.map((rule, position) => {
    const text = JSON.stringify(rule);
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    return { key: `${text} ${before}`, position, rule };
  });
}
