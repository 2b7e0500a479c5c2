import { scoreMatch } from './fuzzy.ts';
import type { EntryGroup, PaletteEntry } from './sources.ts';

export interface ShownGroup {
  id: EntryGroup | 'recent' | 'found';
  entries: PaletteEntry[];
}

const order: readonly EntryGroup[] = ['pages', 'reports', 'bots', 'settings'];
/** A list that is longer is not read. */
const maxResults = 30;

/** Without a query everything by its group, recent choices first; with one what answers it, the best first. */
export function rankEntries(entries: readonly PaletteEntry[], query: string, recent: readonly string[]): ShownGroup[] {
  if (query.trim() === '') {
    const recentEntries = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
    const rest = entries.filter((entry) => !recentEntries.includes(entry));
    const groups: ShownGroup[] = order.map((id) => ({ id, entries: rest.filter(({ group }) => group === id) }));
    return [{ id: 'recent' as const, entries: recentEntries }, ...groups].filter((group) => group.entries.length > 0);
  }
  const scored = entries.map((entry) => {
    // "Users retention" and "my_bot access": the hint distinguishes entries of one name.
    const withHint = entry.hint === undefined ? 0 : scoreMatch(`${entry.hint} ${entry.label}`, query) / 2;
    const recentBonus = recent.includes(entry.id) ? 1 : 0;
    const score = Math.max(scoreMatch(entry.label, query), withHint);
    return { entry, score: score === 0 ? 0 : score + recentBonus };
  });
  const matches = scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, maxResults)
    .map(({ entry }) => entry);
  return matches.length > 0 ? [{ id: 'found', entries: matches }] : [];
}
