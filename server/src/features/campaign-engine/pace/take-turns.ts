/** A part of a bot's work that takes turns: one of its campaigns, or a job on messages that were sent. */
export interface WorkRef {
  kind: 'campaign' | 'job';
  id: number;
}

/**
 * Shares messages among campaigns, one at a time in turn. `demand` says how many each could send now; the first turn is
 * that of the campaign after `last`. Those that go first get all that they want before the others get any.
 */
export function takeTurns<Key>(
  count: number,
  demand: ReadonlyMap<Key, number>,
  last: Key | null,
  goesFirst: (key: Key) => boolean = () => false,
): Map<Key, number> {
  const first = [...demand].filter(([key]) => goesFirst(key));
  const rest = [...demand].filter(([key]) => !goesFirst(key));
  const shares = shareTurns(count, new Map(first), last);
  const remainder = count - [...shares.values()].reduce((sum, share) => sum + share, 0);
  return new Map([...shares, ...shareTurns(remainder, new Map(rest), last)]);
}

function shareTurns<Key>(count: number, demand: ReadonlyMap<Key, number>, last: Key | null): Map<Key, number> {
  const keys = [...demand.keys()];
  const first = last === null ? 0 : keys.indexOf(last) + 1;
  const order = [...keys.slice(first), ...keys.slice(0, first)];
  const shares = new Map<Key, number>();
  for (let remainder = count; remainder > 0; ) {
    const before = remainder;
    for (const key of order) {
      const share = shares.get(key) ?? 0;
      if (remainder === 0 || share >= (demand.get(key) ?? 0)) continue;
      // Set again, so that the last key of the map is the one whose turn was last.
      shares.delete(key);
      shares.set(key, share + 1);
      remainder -= 1;
    }
    if (remainder === before) break;
  }
  return shares;
}
