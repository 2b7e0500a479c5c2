/**
 * A bounded set that many askers fill together. While there is room, each may add what it wants; in a full one, an asker
 * with less than the largest has takes a place of the largest. So a flood displaces itself alone, and every newcomer has
 * a share. All steps cost the same, however many askers there are.
 */
export function createFairSet<Value>(capacity: number) {
  const owners = new Map<Value, string>();
  const askers = new Map<string, Set<Value>>();
  /** Askers by the number of their values. */
  const bySize = new Map<number, Set<string>>();
  let largest = 0;

  function resize(asker: string, before: number, after: number): void {
    bySize.get(before)?.delete(asker);
    if (bySize.get(before)?.size === 0) bySize.delete(before);
    if (after > 0) bySize.set(after, (bySize.get(after) ?? new Set()).add(asker));
    if (after > largest) largest = after;
    while (largest > 0 && !bySize.has(largest)) largest -= 1;
  }

  function insertValue(asker: string, value: Value): void {
    const values = (askers.get(asker) ?? new Set<Value>()).add(value);
    askers.set(asker, values);
    owners.set(value, asker);
    resize(asker, values.size - 1, values.size);
  }

  function removeFromLargest(): void {
    const [asker = ''] = bySize.get(largest) ?? [];
    const values = askers.get(asker) ?? new Set<Value>();
    for (const value of values) {
      values.delete(value);
      owners.delete(value);
      break;
    }
    resize(asker, values.size + 1, values.size);
    if (values.size === 0) askers.delete(asker);
  }

  return {
    /** Whether the value is in the set, or could be added by this asker. */
    add(asker: string, value: Value): boolean {
      if (owners.has(value)) return true;
      if (owners.size >= capacity) {
        if ((askers.get(asker)?.size ?? 0) + 1 >= largest) return false;
        removeFromLargest();
      }
      insertValue(asker, value);
      return true;
    },
    get size(): number {
      return owners.size;
    },
    clear(): void {
      owners.clear();
      askers.clear();
      bySize.clear();
      largest = 0;
    },
  };
}

export type FairSet<Value> = ReturnType<typeof createFairSet<Value>>;
