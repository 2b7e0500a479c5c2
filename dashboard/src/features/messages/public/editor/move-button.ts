/** Direction of a keyboard button's move: within its row, or to the row above or below. */
export type Direction = 'left' | 'right' | 'up' | 'down';

/**
 * The rows with one button moved. Above the first row and below the last one a new row begins; a full row takes no more.
 * The same rows where it cannot go there.
 */
export function moveButton<Button>(
  rows: readonly (readonly Button[])[],
  at: { row: number; index: number },
  direction: Direction,
  mostOfRow: number,
): Button[][] {
  const next = rows.map((row) => [...row]);
  const own = next[at.row];
  const button = own?.[at.index];
  if (own === undefined || button === undefined) return next;
  if (direction === 'left' || direction === 'right') {
    const to = at.index + (direction === 'left' ? -1 : 1);
    if (to < 0 || to >= own.length) return next;
    own.splice(at.index, 1);
    own.splice(to, 0, button);
    return next;
  }
  const to = at.row + (direction === 'up' ? -1 : 1);
  const target = next[to];
  if (target !== undefined && target.length >= mostOfRow) return next;
  // Alone in the first or the last row, it is there already.
  if (target === undefined && own.length === 1) return next;
  own.splice(at.index, 1);
  if (target !== undefined) target.splice(Math.min(at.index, target.length), 0, button);
  else if (to < 0) next.unshift([button]);
  else next.push([button]);
  return next.filter((row) => row.length > 0);
}
