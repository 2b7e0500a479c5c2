import type { FieldDefinition } from './field-store.ts';

/** Time for which a change without a message may go unnoticed, and pause between lookups of unknown keys, ms. */
const trustedMs = 30_000;
const retryMs = 1_000;
/** More bots than this at once are no bots of one server; then all are forgotten. */
const maxBots = 10_000;

export type FieldsByKey = ReadonlyMap<string, FieldDefinition>;

export interface FieldDefinitions {
  /**
   * The bot's fields by key, from memory: bots write values in their own fast path. A key that is not among them is looked
   * for again, at most once a second. Throws what the store throws, unless an older list is in memory.
   */
  of(bot: string, keys?: Iterable<string>): Promise<FieldsByKey>;
  /** A field changed; null: of any bot. */
  forget(bot: string | null): void;
}

export function createFieldDefinitions(
  read: (bot: string) => Promise<readonly FieldDefinition[]>,
  monotonic: () => number,
): FieldDefinitions {
  const cache = new Map<string, { fields: FieldsByKey; at: number }>();
  /** Grows with each change: what was read meanwhile may be older. */
  let changes = 0;

  async function loadFields(bot: string, freshMs: number): Promise<FieldsByKey> {
    const entry = cache.get(bot);
    if (entry !== undefined && monotonic() - entry.at < freshMs) return entry.fields;
    const changesAtStart = changes;
    try {
      const fields = new Map((await read(bot)).map((field) => [field.key, field]));
      if (cache.size >= maxBots) cache.clear();
      if (changes === changesAtStart) cache.set(bot, { fields, at: monotonic() });
      return fields;
    } catch (error) {
      if (entry === undefined) throw error;
      return entry.fields;
    }
  }

  return {
    async of(bot, keys = []) {
      const fields = await loadFields(bot, trustedMs);
      for (const key of keys) if (!fields.has(key)) return loadFields(bot, retryMs);
      return fields;
    },
    forget(bot) {
      changes += 1;
      if (bot === null) cache.clear();
      else cache.delete(bot);
    },
  };
}
