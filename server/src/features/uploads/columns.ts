import { type UploadField, uploadFields } from '@botscope/contract';
import { jsonExcerpt } from '../../platform/json/json-excerpt.ts';
import { isObject } from '../../telegram/json.ts';
import type { FileItem } from './file-item.ts';
import { guessMapping } from './guess-mapping.ts';

/** Content and columns of a file, as its beginning shows them. */
export interface Beginning {
  content: 'users' | 'updates';
  columns: string[];
  mapping: Partial<Record<UploadField, string>>;
  /** A cell for each column, of the first rows. */
  preview: string[][];
  /** Whether the first row of a CSV names the columns. */
  hasHeader: boolean;
}

const shownRows = 10;
const shownColumns = 60;
const cellLength = 200;
/** Names of columns are words; longer ones could not be chosen, and the list of uploads would carry them. */
const nameLength = 200;

/** Looks at the first items of a file; null if none of them can be read. */
export function readBeginning(items: readonly FileItem[]): Beginning | null {
  const values = items.flatMap((item) => (item.problem === undefined ? [item.value] : []));
  const [first] = values;
  if (first === undefined) return null;
  if (isCells(first)) return csvBeginning(values.filter(isCells));
  const objects = values.filter(isObject);
  if (objects.length === 0) return null;
  const rows = objects.map(flatten);
  const names = new Set(rows.flatMap((row) => [...row.keys()].filter((name) => name.length <= nameLength)));
  const columns = [...names].slice(0, shownColumns);
  if (objects.some((item) => isObject(item.update) || 'update_id' in item)) {
    const previewRows = objects.map((item) =>
      isObject(item.update) ? [cell(item.date), cell(item.update)] : ['', cell(item)],
    );
    return {
      content: 'updates',
      columns: ['date', 'update'],
      mapping: {},
      preview: top(previewRows),
      hasHeader: false,
    };
  }
  const preview = top(rows.map((row) => columns.map((column) => cell(row.get(column)))));
  return { content: 'users', columns, mapping: guessMapping(columns, preview), preview, hasHeader: false };
}

function csvBeginning(rows: readonly string[][]): Beginning {
  const [first = []] = rows;
  // Names of columns are words; ids and dates are not.
  const hasHeader = Object.keys(guessMapping(first, [])).length > 0 || !first.some((text) => /^\d+$/.test(text));
  const columns = hasHeader
    ? distinct(first.map((name) => cell(name)))
    : first.map((_, index) => `column ${index + 1}`);
  const preview = top(rows.slice(hasHeader ? 1 : 0).map((row) => columns.map((_, index) => cell(row[index]))));
  const content = columns.includes('update') ? 'updates' : 'users';
  return { content, columns, mapping: guessMapping(columns, preview), preview, hasHeader };
}

/** A row by the names of its columns, whatever it came from; null for what is no row. */
export function toRow(value: unknown, columns: readonly string[]): ReadonlyMap<string, unknown> | null {
  if (isCells(value)) return new Map(columns.map((column, index) => [column, value[index] ?? '']));
  return isObject(value) ? flatten(value) : null;
}

/** Members by their names, those of inner objects as `user.id`: two levels, as exports have them. */
function flatten(value: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const row = new Map<string, unknown>();
  for (const [key, member] of Object.entries(value)) {
    if (!isObject(member)) row.set(key, member);
    else for (const [inner, text] of Object.entries(member)) row.set(`${key}.${inner}`, text);
  }
  return row;
}

/** Two columns of one name get numbers. */
function distinct(names: readonly string[]): string[] {
  const labelCounts = new Map<string, number>();
  return names.map((name, index) => {
    const label = name === '' ? `column ${index + 1}` : name;
    const count = (labelCounts.get(label) ?? 0) + 1;
    labelCounts.set(label, count);
    return count === 1 ? label : `${label} (${count})`;
  });
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : jsonExcerpt(value, cellLength);
  return text.slice(0, cellLength).toWellFormed().replaceAll('\0', '\ufffd');
}

const top = (rows: string[][]): string[][] => rows.slice(0, shownRows);

const isCells = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

export const isUploadField = (name: string): name is UploadField => uploadFields.some((field) => field === name);
