import { maxCampaignIds } from '@botscope/contract';

export interface ReadIds {
  /** Each once, in the order of the text, at most as many as a campaign takes. */
  ids: number[];
  duplicates: number;
  /** Lines that are no id; lines count from 1. */
  wrong: { line: number; text: string }[];
  /** Ids beyond what a campaign takes. */
  tooMany: number;
}

/** Ids of users, one per line. */
export function readIds(text: string): ReadIds {
  const lines = text.split('\n').map((line, index) => ({ line: index + 1, text: line.trim() }));
  const filledLines = lines.filter((line) => line.text !== '');
  const wrongLines = filledLines.filter((line) => !isUserId(line.text));
  const valid = filledLines.filter((line) => isUserId(line.text)).map((line) => Number(line.text));
  const unique = [...new Set(valid)];
  return {
    ids: unique.slice(0, maxCampaignIds),
    duplicates: valid.length - unique.length,
    wrong: wrongLines,
    tooMany: Math.max(0, unique.length - maxCampaignIds),
  };
}

/** Telegram's ids are whole numbers of at most 52 bits. */
export const isUserId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
