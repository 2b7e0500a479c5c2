/** Escapes that PostgreSQL's JSON refuses: zero characters, and halves of a letter. What stands behind a backslash is text. */
const refusedEscapes = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/** A value as text for `::jsonb`: many rows are one parameter of one statement. */
export const toJsonb = (value: unknown): string => JSON.stringify(value).replace(refusedEscapes, '$1\\ufffd');

/** Rows of one statement. */
const chunkRows = 500;

/** Lists of at most 500, for statements that take many rows at once. */
export function inChunks<Row>(rows: readonly Row[]): Row[][] {
  const chunks: Row[][] = [];
  for (let from = 0; from < rows.length; from += chunkRows) chunks.push(rows.slice(from, from + chunkRows));
  return chunks;
}
