/** A list of user IDs as users paste it: numbers between anything but letters and digits. */
export interface PastedUserIds {
  /** Each once, in the order of the list. */
  ids: number[];
  /** Words between separators that are no ID. */
  invalid: string[];
}

/** Telegram's IDs have at most 52 significant bits. */
const isUserId = (word: string): boolean => /^[1-9]\d{0,15}$/.test(word) && Number(word) < 2 ** 52;

export function readUserIds(text: string): PastedUserIds {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return {
    ids: [...new Set(words.filter(isUserId).map(Number))],
    invalid: [...new Set(words.filter((word) => !isUserId(word)))],
  };
}
