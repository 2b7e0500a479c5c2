/**
 * Shares messages among campaigns, one at a time in turn. `wanted` says how many each could send now; the first turn is
 * that of the campaign after `last`. Those that go first get all that they want before the others get any.
 */
export function takeTurns<Key>(
  count: number,
  wanted: ReadonlyMap<Key, number>,
  last: Key | null,
  goesFirst: (key: Key) => boolean = () => false,
): Map<Key, number> {
  const first = [...wanted].filter(([key]) => goesFirst(key));
  const rest = [...wanted].filter(([key]) => !goesFirst(key));
  const shares = turnsOf(count, new Map(first), last);
  const left = count - [...shares.values()].reduce((sum, share) => sum + share, 0);
  return new Map([...shares, ...turnsOf(left, new Map(rest), last)]);
}

function turnsOf<Key>(count: number, wanted: ReadonlyMap<Key, number>, last: Key | null): Map<Key, number> {
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
