/** One item of a JSON list: its place in the bytes, and how much parsing it would cost. */
export interface JsonPiece {
  start: number;
  end: number;
  /** Values in it, itself included; members of objects count by their values. */
  values: number;
  /** Levels of lists and objects in it; 0 = a plain value. */
  depth: number;
}

/**
 * Larger items are neither updates nor calls: Telegram takes 1 MiB of parameters, and its own updates have some hundred
 * values. One item is one step of work: 5,000 values take 15 ms at worst, 20,000 took 60.
 */
export const largestItem = { bytes: 1_048_576, values: 5_000, depth: 500 } as const;

export type JsonItemProblem = 'TooLarge' | 'TooDeep';

/** Returns the reason not to parse an item, by its size alone; null if there is none. */
export function problemOfPiece(piece: JsonPiece): JsonItemProblem | null {
  if (piece.depth > largestItem.depth) return 'TooDeep';
  return piece.end - piece.start > largestItem.bytes || piece.values > largestItem.values ? 'TooLarge' : null;
}

/** Bytes that are parsed without looking: nothing in them is deep or many. */
const unmeasured = 1_024;

/** Whether a JSON text may be parsed in one step: what others wrote is not, beyond the bounds of an item. */
export function isBoundedJson(bytes: Buffer): boolean {
  if (bytes.length <= unmeasured) return true;
  return bytes.length <= largestItem.bytes && problemOfPiece(measureJson(bytes)) === null;
}

/** A body cut into the items of its list. */
export interface JsonList {
  /** The body's text without the items: `[]` for a list, the object with an empty list otherwise. Not checked yet. */
  frame: string;
  pieces: JsonPiece[];
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Bytes looked at in one step: a fraction of a millisecond. */
const stepBytes = 262_144;

/**
 * Measures a JSON text without parsing it: a scan costs a tenth of a parse, and no memory.
 * In UTF-8 a quotation mark or bracket is never part of another character.
 */
export function measureJson(bytes: Buffer): JsonPiece {
  const piece = { start: 0, end: bytes.length, values: 1, depth: 0 };
  let [depth, isString] = [0, false];
  for (let position = 0; position < bytes.length; position++) {
    const byte = bytes[position];
    if (isString) {
      if (byte === BACKSLASH) position++;
      else if (byte === QUOTE) isString = false;
    } else if (byte === QUOTE) isString = true;
    else if (byte === COMMA) piece.values++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      piece.values++;
      depth++;
      if (depth > piece.depth) piece.depth = depth;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return piece;
}

/**
 * Finds the items of a JSON list, or of the list that is the member `result` of an object, in steps of a fair loop.
 * The grammar is not checked: the parser of the pieces and the frame does that.
 * @returns null if there is no such list; 'Torn' if it does not end; 'TooMany' as soon as there are more than `maxItems` items.
 */
export function* cutList(bytes: Buffer, maxItems: number): Generator<undefined, JsonList | 'TooMany' | 'Torn' | null> {
  const pieces: JsonPiece[] = [];
  /** Depth of the list's own items; -1 before the list. */
  let list = -1;
  let opening = 0;
  let [depth, isString] = [0, false];
  let piece: JsonPiece = { start: 0, end: 0, values: 1, depth: 0 };
  for (let position = 0; position < bytes.length; ) {
    const stop = Math.min(bytes.length, position + stepBytes);
    for (; position < stop; position++) {
      const byte = bytes[position];
      if (isString) {
        if (byte === BACKSLASH) position++;
        else if (byte === QUOTE) isString = false;
      } else if (byte === QUOTE) isString = true;
      else if (byte === COMMA) {
        if (depth === list) {
          pieces.push({ ...piece, end: position });
          if (pieces.length >= maxItems) return 'TooMany';
          piece = { start: position + 1, end: 0, values: 1, depth: 0 };
        } else piece.values++;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth++;
        if (list < 0 && byte === OPEN_LIST && isTheList(bytes, position, depth)) {
          list = depth;
          opening = position;
          piece = { start: position + 1, end: 0, values: 1, depth: 0 };
        } else {
          piece.values++;
          if (depth - list > piece.depth) piece.depth = depth - list;
        }
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (depth === list) {
          if (byte !== CLOSE_LIST) return 'Torn';
          if (pieces.length > 0 || !isBlank(bytes, piece.start, position)) pieces.push({ ...piece, end: position });
          const frame = `${bytes.toString('utf8', 0, opening + 1)}${bytes.toString('utf8', position)}`;
          return frame.length > largestItem.bytes ? null : { frame: withoutMark(frame), pieces };
        }
        depth--;
      }
    }
    yield;
  }
  return list < 0 ? null : 'Torn';
}

/** The outermost list, or `"result":[` of the outermost object. */
function isTheList(bytes: Buffer, position: number, depth: number): boolean {
  if (depth === 1) return true;
  return depth === 2 && /"result"\s*:\s*$/.test(bytes.toString('latin1', Math.max(0, position - 64), position));
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let position = start; position < end; position++) if ((bytes[position] ?? 0) > 0x20) return false;
  return true;
}

/** PowerShell and .NET write a byte order mark. */
export const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);
