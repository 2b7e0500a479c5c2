/** One update as a piece of Telegram's answer. */
export interface RawUpdate {
  id: number;
  /** The one field beside the number; '' if there is none. */
  kind: string;
  /** The very bytes. */
  bytes: Buffer;
  raw: string;
  update: unknown;
}

const quoteByte = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const commaByte = 0x2c;
const colon = 0x3a;

const nothing = Buffer.from('{"ok":true,"result":[]}');

/** The answer of a poll that brought nothing. */
export const emptyAnswer = (): Buffer => nothing;

/**
 * Cuts the list `result` of an answer into its updates without changing a byte of them: numbers keep their digits, texts
 * their escapes, whatever JSON.parse and back would do to them. Works on UTF-8 bytes, in which a quote or bracket is never
 * part of another character. Null if the answer is not of this shape.
 */
export function sliceUpdates(body: Buffer): RawUpdate[] | null {
  if (body.equals(nothing)) return [];
  const start = findResult(body);
  if (start < 0) return null;
  const updates: RawUpdate[] = [];
  let position = skipSpace(body, start + 1);
  if (body[position] === closeBracket) return updates;
  for (;;) {
    const end = skipValue(body, position);
    const update = end < 0 ? null : readUpdate(body.subarray(position, end));
    if (update === null) return null;
    updates.push(update);
    position = skipSpace(body, end);
    if (body[position] === closeBracket) return updates;
    if (body[position] !== commaByte) return null;
    position = skipSpace(body, position + 1);
  }
}

/** Puts the updates that are left back into an answer. */
export function joinUpdates(updates: readonly { bytes: Buffer }[]): Buffer {
  const pieces: Buffer[] = [head];
  for (const [index, { bytes }] of updates.entries()) {
    if (index > 0) pieces.push(comma);
    pieces.push(bytes);
  }
  return Buffer.concat([...pieces, tail]);
}

/** Telegram separates updates by a comma and a line break. */
const comma = Buffer.from(',\n');
const head = Buffer.from('{"ok":true,"result":[');
const tail = Buffer.from(']}');

export function toRawUpdate(raw: string): RawUpdate | null {
  return readUpdate(Buffer.from(raw));
}

function readUpdate(bytes: Buffer): RawUpdate | null {
  const raw = bytes.toString('utf8');
  let update: unknown;
  try {
    update = JSON.parse(raw);
  } catch {
    return null;
  }
  if (typeof update !== 'object' || update === null || Array.isArray(update)) return null;
  const id = 'update_id' in update ? update.update_id : undefined;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  const kind = Object.keys(update).find((key) => key !== 'update_id') ?? '';
  return { id, kind, bytes, raw, update };
}

/** Returns the index of the list in the member `result` of the outermost object; -1 if there is none. */
function findResult(body: Buffer): number {
  let position = skipSpace(body, 0);
  if (body[position] !== openBrace) return -1;
  position = skipSpace(body, position + 1);
  while (body[position] === quoteByte) {
    const nameEnd = skipString(body, position);
    if (nameEnd < 0) return -1;
    const isResult = body.toString('latin1', position + 1, nameEnd - 1) === 'result';
    position = skipSpace(body, nameEnd);
    if (body[position] !== colon) return -1;
    position = skipSpace(body, position + 1);
    if (isResult) return body[position] === openBracket ? position : -1;
    const end = skipValue(body, position);
    if (end < 0) return -1;
    position = skipSpace(body, end);
    if (body[position] !== commaByte) return -1;
    position = skipSpace(body, position + 1);
  }
  return -1;
}

function skipSpace(body: Buffer, from: number): number {
  let position = from;
  for (
    let byte = body[position];
    byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
    byte = body[position]
  )
    position++;
  return position;
}

/** @returns the place behind the closing quote, -1 if there is none. */
function skipString(body: Buffer, from: number): number {
  for (let position = from + 1; ; position++) {
    position = body.indexOf(quoteByte, position);
    if (position < 0) return -1;
    let slashes = 0;
    while (body[position - 1 - slashes] === backslash) slashes++;
    if (slashes % 2 === 0) return position + 1;
  }
}

/** @returns the place behind the value, -1 if it does not end. Not a check of its grammar: JSON.parse does that. */
function skipValue(body: Buffer, from: number): number {
  let depth = 0;
  for (let position = from; position < body.length; ) {
    const byte = body[position];
    if (byte === quoteByte) {
      position = skipString(body, position);
      if (position < 0) return -1;
      if (depth === 0) return position;
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) {
      // At depth 0 it closes what is around a number, true, false or null.
      if (depth === 0) return position;
      depth--;
      if (depth === 0) return position + 1;
    } else if (byte === commaByte && depth === 0) return position;
    position++;
  }
  return -1;
}
