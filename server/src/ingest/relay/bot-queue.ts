/** An update that waits for its bot. */
export interface QueuedUpdate {
  /** The journal's number. */
  record: number;
  /** Telegram's update_id. */
  update: number;
  lane: string;
  until: number;
  isOurs: boolean;
  secret: string | null;
  /** Telegram's bytes; null if they are too many for memory and stay on disk. */
  raw: Buffer | null;
  /** False for one found at the start: the process before may have ended before it had recorded it. */
  isRecorded: boolean;
  /** The bot has it; only its reply is still being executed. */
  isTaken: boolean;
}

export interface Lane {
  name: string;
  /** Oldest first; never empty while the lane is listed. */
  items: QueuedUpdate[];
  /** Failures in a row of the first item. */
  failures: number;
  /** Unix milliseconds before which nothing is tried. */
  dueAt: number;
  state: 'waiting' | 'ready' | 'busy';
  cancelTimer: (() => void) | null;
}

/** Creates the queue of updates for one bot. Lanes keep their order; a lane exists only while it has items. */
export function createBotQueue() {
  const lanes = new Map<string, Lane>();
  const byUpdate = new Map<number, QueuedUpdate>();

  return {
    lanes,
    get size() {
      return byUpdate.size;
    },
    has: (update: number) => byUpdate.has(update),
    /** @returns the lane if it is new, and so has to be started; null if the item waits behind others. */
    push(item: QueuedUpdate, start: { failures: number; dueAt: number }): Lane | null {
      byUpdate.set(item.update, item);
      const knownLane = lanes.get(item.lane);
      if (knownLane !== undefined) {
        knownLane.items.push(item);
        return null;
      }
      const lane: Lane = { name: item.lane, items: [item], ...start, state: 'waiting', cancelTimer: null };
      lanes.set(item.lane, lane);
      return lane;
    },
    /** Takes an item out; its lane ends with its last one. The next one of the lane starts without failures. */
    remove(item: QueuedUpdate): void {
      if (byUpdate.get(item.update) !== item) return;
      byUpdate.delete(item.update);
      const lane = lanes.get(item.lane);
      if (lane === undefined) return;
      const index = lane.items.indexOf(item);
      if (index === 0) {
        lane.failures = 0;
        lane.dueAt = 0;
      }
      lane.items.splice(index, 1);
      if (lane.items.length > 0) return;
      lane.cancelTimer?.();
      lanes.delete(lane.name);
    },
    /** By Telegram's number, as getUpdates gives them. */
    inOrder: (): QueuedUpdate[] => [...byUpdate.values()].sort((a, b) => a.update - b.update),
  };
}
export type BotQueue = ReturnType<typeof createBotQueue>;
