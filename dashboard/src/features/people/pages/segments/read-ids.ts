/** At most so many ids in one request. */
export const mostIds = 10_000;

/** The ids of a pasted text, each once; `wrong` is the first word that is none. */
export function readIds(text: string): { ids: number[]; wrong: string | null } {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const wrongWord = words.find((word) => !/^[1-9]\d{0,15}$/.test(word) || !Number.isSafeInteger(Number(word))) ?? null;
  return { ids: wrongWord === null ? [...new Set(words.map(Number))] : [], wrong: wrongWord };
}
