/**
 * Lists of names from the law (docs/metrics.md, "Terms" and "Actions") and from Telegram's documentation, written here a
 * second time: a list that the product and its check both read would hide a name that is missing in it.
 */

/** The types of actions, in the order in which the report shows them. */
export const actionTypes = [
  'text',
  'command',
  'button',
  'inline',
  'photo',
  'video',
  'animation',
  'audio',
  'voice',
  'video_note',
  'document',
  'sticker',
  'contact',
  'location',
  'poll',
  'reaction',
  'edited',
  'payment',
  'join_request',
  'webapp',
  'service',
  'other',
] as const;
export type ActionType = (typeof actionTypes)[number];

/** The line or row of all values outside the top. */
export const othersName = '\nothers';

/** ISO 4217: how many decimal places a currency of the worlds has. Telegram Stars have none. */
export const decimalPlaces: Readonly<Record<string, number>> = { EUR: 2, USD: 2, JPY: 0, KWD: 3, XTR: 0 };
