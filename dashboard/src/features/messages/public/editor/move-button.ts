/** Direction of a keyboard button's move: within its row, or to the row above or below. */
export type Direction = 'left' | 'right' | 'up' | 'down';

/**
 * The rows with one button moved. Above the first row and below the last one a new row begins; a full row takes no more.
 * The same rows where it cannot go there.
 */
export function moveButton<Button>(
  rows: readonly (readonly Button[])[],
  position: { row: number; index: number },
  direction: Direction,
  maxPerRow: number,
): Button[][] {
  const next = rows.map((row) => [...row]);
  const sourceRow = next[position.row];
  const button = sourceRow?.[position.index];
  if (sourceRow === undefined || button === undefined) return next;
  if (direction === 'left' || direction === 'right') {
    const to = position.index + (direction === 'left' ? -1 : 1);
    if (to < 0 || to >= sourceRow.length) return next;
    sourceRow.splice(position.index, 1);
    sourceRow.splice(to, 0, button);
    return next;
  }
  const to = position.row + (direction === 'up' ? -1 : 1);
  const target = next[to];
  if (target !== undefined && target.length >= maxPerRow) return next;
  // Alone in the first or the last row, it is there already.
  if (target === undefined && sourceRow.length === 1) return next;
  sourceRow.splice(position.index, 1);
  if (target !== undefined) target.splice(Math.min(position.index, target.length), 0, button);
  else if (to < 0) next.unshift([button]);
  else next.push([button]);
  return next.filter((row) => row.length > 0);
}
