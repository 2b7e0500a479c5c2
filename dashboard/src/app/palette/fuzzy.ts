/** Letters that are written either way. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .normalize('NFD')
    .replace(/[\u0300-\u0305\u0307-\u036f]/g, '')
    .normalize('NFC');

const isWordStart = (text: string, at: number): boolean => at === 0 || /[\s_/:.(«—-]/.test(text[at - 1] ?? '');

/**
 * Returns how well a text matches a query, 0 for no match. The query's characters have to occur in order; those that
 * begin words or follow each other count more, and of equal texts the shorter one wins.
 */
export function scoreOf(text: string, query: string): number {
  const [where, wanted] = [plain(text), plain(query).replace(/\s+/g, ' ').trim()];
  if (wanted === '') return 1;
  const at = where.indexOf(wanted);
  const brevity = 1 / (1 + where.length);
  if (at >= 0) return (at === 0 ? 100 : isWordStart(where, at) ? 90 : 70) + brevity;
  let score = 0;
  let from = 0;
  let last = -2;
  for (const letter of wanted.replaceAll(' ', '')) {
    const next = nextPlace(where, letter, from, last);
    if (next < 0) return 0;
    score += next === last + 1 ? 3 : isWordStart(where, next) ? 4 : 0;
    last = next;
    from = next + 1;
  }
  // Letters from all over a long text are no answer.
  const best = 4 * wanted.length;
  return score * 2 <= best ? 0 : (60 * score) / best + brevity;
}

/** The place right after the last one, else the next beginning of a word, else any. */
function nextPlace(where: string, letter: string, from: number, last: number): number {
  if (where[last + 1] === letter && last >= 0) return last + 1;
  for (let at = where.indexOf(letter, from); at >= 0; at = where.indexOf(letter, at + 1)) {
    if (isWordStart(where, at)) return at;
  }
  return where.indexOf(letter, from);
}
