/** Telegram repeats an unanswered update within two minutes of our being back; an hour leaves room for anything. */
const rememberedMs = 3_600_000;
const maxEntries = 100_000;

interface Note {
  bot: string;
  at: number;
  /** The journal's number of the note; 0 if it has none. */
  record: number;
}

/** Updates that were delivered from the journal lately. Bounded: the oldest are forgotten first. */
export function createDelivered() {
  /** In the order of delivery. */
  const notes = new Map<string, Note>();
  const toKey = (bot: string, update: number): string => `${bot} ${update}`;

  return {
    has: (bot: string, update: number): boolean => notes.has(toKey(bot, update)),
    remember(update: number, note: Note): void {
      notes.set(toKey(note.bot, update), note);
    },
    /** Forgets what is old or too much. @returns the journal's numbers of notes to take away. */
    expire(now: number): number[] {
      const records: number[] = [];
      for (const [name, { at, record }] of notes) {
        if (at > now - rememberedMs && notes.size <= maxEntries) break;
        notes.delete(name);
        if (record > 0) records.push(record);
      }
      return records;
    },
    forget(bot: string): number[] {
      const botNotes = [...notes].filter(([, note]) => note.bot === bot);
      for (const [name] of botNotes) notes.delete(name);
      return botNotes.flatMap(([, { record }]) => (record > 0 ? [record] : []));
    },
  };
}
