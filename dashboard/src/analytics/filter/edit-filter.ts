import { type Condition, type Dimension, type Filter, maxConditions } from '@botscope/contract';

/** Position of a condition: the group, and the index in it. */
export interface ConditionPosition {
  group: number;
  position: number;
}

/** A filter with one more condition: in a group ("and"), or as a group of its own ("or") where the group does not exist. */
export function addCondition(filter: Filter, group: number, condition: Condition): Filter {
  if (!filter[group]) return [...filter, [condition]];
  return filter.map((conditions, index) => (index === group ? [...conditions, condition] : conditions));
}

export function replaceCondition(
  filter: Filter,
  { group, position: at }: ConditionPosition,
  condition: Condition,
): Filter {
  return filter.map((conditions, index) =>
    index === group ? conditions.map((other, place) => (place === at ? condition : other)) : conditions,
  );
}

/** A group without conditions would hold for everyone: it goes with its last one. */
export function removeCondition(filter: Filter, { group, position: at }: ConditionPosition): Filter {
  return filter
    .map((conditions, index) => (index === group ? conditions.filter((_, place) => place !== at) : conditions))
    .filter((conditions) => conditions.length > 0);
}

export const isFull = (filter: Filter): boolean => filter.flat().length >= maxConditions;

/**
 * The filter narrowed to one value, as by a click on a row: every group gets the condition, for "A or B, and C" is
 * "A and C, or B and C". A condition of the same dimension in a group gives way. The filter as it was where it is full.
 */
export function narrowTo(filter: Filter, dimension: Dimension, value: string): Filter {
  const condition: Condition = { dimension, not: false, values: [value] };
  const groups = filter.length > 0 ? filter : [[]];
  const narrowed = groups.map((group) => [...group.filter((other) => other.dimension !== dimension), condition]);
  return narrowed.flat().length > maxConditions ? filter : narrowed;
}
