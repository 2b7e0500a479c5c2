/** Letters that are written either way. */
const foldLetters = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .normalize('NFD')
    .replace(/[\u0300-\u0305\u0307-\u036f]/g, '')
    .normalize('NFC');

const isWordStart = (text: string, index: number): boolean => index === 0 || /[\s_/:.(«—-]/.test(text[index - 1] ?? '');

/**
 * Returns how well a text matches a query, 0 for no match. The query's characters have to occur in order; those that
 * begin words or follow each other count more, and of equal texts the shorter one wins.
 */
export function scoreMatch(text: string, query: string): number {
  const [haystack, needle] = [foldLetters(text), foldLetters(query).replace(/\s+/g, ' ').trim()];
  if (needle === '') return 1;
  const index = haystack.indexOf(needle);
  const brevity = 1 / (1 + haystack.length);
  if (index >= 0) return (index === 0 ? 100 : isWordStart(haystack, index) ? 90 : 70) + brevity;
  let score = 0;
  let from = 0;
  let last = -2;
  for (const letter of needle.replaceAll(' ', '')) {
    const next = nextPlace(haystack, letter, from, last);
    if (next < 0) return 0;
    score += next === last + 1 ? 3 : isWordStart(haystack, next) ? 4 : 0;
    last = next;
    from = next + 1;
  }
  // Letters from all over a long text are no answer.
  const maxScore = 4 * needle.length;
  return score * 2 <= maxScore ? 0 : (60 * score) / maxScore + brevity;
}

/** The place right after the last one, else the next beginning of a word, else any. */
function nextPlace(haystack: string, letter: string, from: number, last: number): number {
  if (haystack[last + 1] === letter && last >= 0) return last + 1;
  for (let index = haystack.indexOf(letter, from); index >= 0; index = haystack.indexOf(letter, index + 1)) {
    if (isWordStart(haystack, index)) return index;
  }
  return haystack.indexOf(letter, from);
}
