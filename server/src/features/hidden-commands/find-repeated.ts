import type { Sources } from '../../analytics/query/scope.ts';

/** Looked at: this many days up to now. */
export const windowDays = 30;
/**
 * Often enough, by enough different users, and short enough for the label of a reply button: five users do not type
 * the same prose, and one user's habit is no menu.
 */
export const leastCount = 10;
export const leastUsers = 5;
const longestText = 64;
/** A bot whose users write freely (an AI chat) repeats itself endlessly; nobody reads a longer list. */
export const maxTexts = 500;

/** A text of the private chat, exactly as typed, and how often and by how many users it was sent in the window. */
export interface RepeatedText {
  text: string;
  count: number;
  users: number;
}

/** Whether users repeat a text so much that it looks like a button's. */
export function isHiddenCommand({ text, count, users }: RepeatedText): boolean {
  // A character with the code 0 would be refused by the metadata store; no keyboard types it.
  const isLabel = text.trim() !== '' && text.length <= longestText && !text.includes('\0');
  return isLabel && count >= leastCount && users >= leastUsers;
}

/**
 * Finds what a look into the events changes: texts seen for the first time, and known ones (in whatever state) whose
 * numbers have changed. Known texts that nobody sends any more count 0.
 */
export function decideFound(
  knownTexts: readonly RepeatedText[],
  foundTexts: readonly RepeatedText[],
): { added: RepeatedText[]; counted: RepeatedText[] } {
  const now = new Map(foundTexts.map((one) => [one.text, one]));
  const before = new Set(knownTexts.map(({ text }) => text));
  return {
    added: foundTexts
      .filter((one) => !before.has(one.text) && isHiddenCommand(one))
      .slice(0, Math.max(0, maxTexts - knownTexts.length)),
    counted: knownTexts
      .map((knownText) => ({
        old: knownText,
        one: now.get(knownText.text) ?? { text: knownText.text, count: 0, users: 0 },
      }))
      .filter(({ old, one }) => old.count !== one.count || old.users !== one.users)
      .map(({ one }) => one),
  };
}

const isText = "type = 'text' AND chat_type = 'private' AND text != ''";

/**
 * Texts known already and texts repeated often enough. Users are counted only for these few: a set of users for each
 * of a million different texts would take hundreds of megabytes.
 */
export const repeatedTextsSql = (from: Sources) =>
  `
SELECT text, count() AS count, uniqExactIf(user_id, user_id != 0) AS users
FROM ${from.actionsWith(`${isText} AND (text IN {known:Array(String)} OR text IN (
  SELECT text
  FROM ${from.actionsWith(isText)}
  GROUP BY text
  HAVING count() >= {least_count:UInt32}))`)}
GROUP BY text
HAVING text IN {known:Array(String)} OR users >= {least_users:UInt32}
ORDER BY text IN {known:Array(String)} DESC, users DESC, count DESC, text
LIMIT {most:UInt32}`;
