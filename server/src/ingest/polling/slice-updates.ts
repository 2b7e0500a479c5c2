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
  let at = skipSpace(body, start + 1);
  if (body[at] === closeBracket) return updates;
  for (;;) {
    const end = skipValue(body, at);
    const update = end < 0 ? null : readUpdate(body.subarray(at, end));
    if (update === null) return null;
    updates.push(update);
    at = skipSpace(body, end);
    if (body[at] === closeBracket) return updates;
    if (body[at] !== commaByte) return null;
    at = skipSpace(body, at + 1);
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
  let at = skipSpace(body, 0);
  if (body[at] !== openBrace) return -1;
  at = skipSpace(body, at + 1);
  while (body[at] === quoteByte) {
    const nameEnd = skipString(body, at);
    if (nameEnd < 0) return -1;
    const isResult = body.toString('latin1', at + 1, nameEnd - 1) === 'result';
    at = skipSpace(body, nameEnd);
    if (body[at] !== colon) return -1;
    at = skipSpace(body, at + 1);
    if (isResult) return body[at] === openBracket ? at : -1;
    const end = skipValue(body, at);
    if (end < 0) return -1;
    at = skipSpace(body, end);
    if (body[at] !== commaByte) return -1;
    at = skipSpace(body, at + 1);
  }
  return -1;
}

function skipSpace(body: Buffer, from: number): number {
  let at = from;
  for (let byte = body[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = body[at]) at++;
  return at;
}

/** @returns the place behind the closing quote, -1 if there is none. */
function skipString(body: Buffer, from: number): number {
  for (let at = from + 1; ; at++) {
    at = body.indexOf(quoteByte, at);
    if (at < 0) return -1;
    let slashes = 0;
    while (body[at - 1 - slashes] === backslash) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}

/** @returns the place behind the value, -1 if it does not end. Not a check of its grammar: JSON.parse does that. */
function skipValue(body: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < body.length; ) {
    const byte = body[at];
    if (byte === quoteByte) {
      at = skipString(body, at);
      if (at < 0) return -1;
      if (depth === 0) return at;
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) {
      // At depth 0 it closes what is around a number, true, false or null.
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (byte === commaByte && depth === 0) return at;
    at++;
  }
  return -1;
}
