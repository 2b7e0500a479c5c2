/**
 * Shares messages among campaigns, one at a time in turn. `wanted` says how many each could send now; the first turn is
 * that of the campaign after `last`.
 */
export function takeTurns<Key>(count: number, wanted: ReadonlyMap<Key, number>, last: Key | null): Map<Key, number> {
  const keys = [...wanted.keys()];
  const first = last === null ? 0 : keys.indexOf(last) + 1;
  const order = [...keys.slice(first), ...keys.slice(0, first)];
  const shares = new Map<Key, number>();
  for (let left = count; left > 0; ) {
    const before = left;
    for (const key of order) {
      const share = shares.get(key) ?? 0;
      if (left === 0 || share >= (wanted.get(key) ?? 0)) continue;
      // Set again, so that the last key of the map is the one whose turn was last.
      shares.delete(key);
      shares.set(key, share + 1);
      left -= 1;
    }
    if (left === before) break;
  }
  return shares;
}
