import { closedValues, type Dimension, isDimension } from './dimensions.ts';

/**
 * The one filter language of all reports, as it stands in the address bar: groups joined by `|` (any of them), each of
 * conditions joined by `;` (all of them): `source:ads,site;language:!ru|premium:yes`. A condition names a dimension and
 * its values; `!` before them means "none of these". Values are percent-encoded; an empty one means "none": no source
 * (direct), no language. docs/metrics.md, "Filters", defines each.
 */
export interface Condition {
  dimension: Dimension;
  /** True: none of the values. */
  not: boolean;
  /** At least one. */
  values: readonly string[];
}

/** Groups of which any must hold; within a group all conditions. An empty list matches everyone. */
export type Filter = readonly (readonly Condition[])[];

/** More would make an address that no browser keeps and a question that nobody reads. */
export const maxConditions = 20;
export const maxValues = 100;
const longestValue = 512;

/** Reads the text of an address. Null where it is none: the caller names the field. */
export function parseFilter(text: string): Filter | null {
  if (text === '') return [];
  const groups = text.split('|').map((group) => group.split(';').map(readCondition));
  const filter: Condition[][] = [];
  for (const group of groups) {
    const read: Condition[] = [];
    for (const condition of group) {
      if (condition === null) return null;
      read.push(condition);
    }
    filter.push(read);
  }
  return filter.flat().length > maxConditions ? null : filter;
}

/** The opposite of `parseFilter`: the same filter always has the same text. */
export function formatFilter(filter: Filter): string {
  return filter
    .filter((group) => group.length > 0)
    .map((group) => group.map(formatCondition).join(';'))
    .join('|');
}

const formatCondition = ({ dimension, not, values }: Condition): string =>
  `${encodeDimension(dimension)}:${not ? '!' : ''}${values.map(encode).join(',')}`;

function readCondition(text: string): Condition | null {
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  const dimension = decode(text.slice(0, colon));
  const rest = text.slice(colon + 1);
  const isNegated = rest.startsWith('!');
  const values = (isNegated ? rest.slice(1) : rest).split(',').map(decode);
  if (dimension === null || !isDimension(dimension) || values.length > maxValues) return null;
  const closed = closedValues[dimension];
  const decodedValues: string[] = [];
  for (const value of values) {
    if (value === null || value.length > longestValue || (closed && !closed.includes(value))) return null;
    decodedValues.push(value);
  }
  return { dimension, not: isNegated, values: decodedValues };
}

/** `encodeURIComponent` leaves `!` alone, which would read as "none of these". */
const encode = (value: string): string => encodeURIComponent(value).replaceAll('!', '%21');
const encodeDimension = (dimension: string): string => encode(dimension);

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
