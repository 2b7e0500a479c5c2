const [QUOTE, BACKSLASH, COMMA, COLON, SPACE] = [0x22, 0x5c, 0x2c, 0x3a, 0x20];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [ZERO, NINE] = [0x30, 0x39];

/** Bytes looked at in one step: a fraction of a millisecond. */
const stepBytes = 262_144;
/** The longest lists of numbers that Telegram takes are 100 message IDs. */
const maxNumbers = 256;
/** Bytes that no text of a call has; files as base64 do. */
const longestText = 65_536;

/** Numbers that may be the bytes of a file: where their list or object begins. */
interface Candidate {
  start: number;
  closing: number;
  commas: number;
}

/**
 * Replaces files in the JSON of a call by their size, in steps of a fair loop: clients serialize a Buffer as
 * `{"type":"Buffer","data":[1,2,…]}`, a Uint8Array as `{"0":1,"1":2,…}`, others as base64. A photo of 300 kB made a
 * megabyte of numbers, and its call was refused as too large. Nothing is parsed; other JSON stays as it is.
 */
export function* withoutFiles(json: Buffer): Generator<undefined, Buffer> {
  const parts: Buffer[] = [];
  let copied = 0;
  let [isString, textStart] = [false, 0];
  let candidate: Candidate | null = null;
  const replace = (start: number, end: number, description: string): void => {
    parts.push(json.subarray(copied, start), Buffer.from(`"${description}"`));
    copied = end + 1;
  };
  for (let position = 0; position < json.length; ) {
    const stop = Math.min(json.length, position + stepBytes);
    for (; position < stop; position++) {
      const byte = json[position] ?? 0;
      if (isString) {
        if (byte === QUOTE) {
          isString = false;
          if (position - textStart > longestText)
            replace(textStart, position, `${position - textStart - 1} characters`);
        } else if (byte === BACKSLASH) {
          position++;
          candidate = null;
        } else if (byte < ZERO || byte > NINE) candidate = null;
      } else if (byte === QUOTE) {
        [isString, textStart] = [true, position];
        // Keys of an object; in a list it is a text.
        if (candidate?.closing === CLOSE_LIST) candidate = null;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        candidate = { start: position, closing: byte === OPEN_LIST ? CLOSE_LIST : CLOSE_OBJECT, commas: 0 };
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (candidate !== null && candidate.commas >= maxNumbers)
          replace(candidate.start, position, `${candidate.commas + 1} bytes`);
        candidate = null;
      } else if (byte === COMMA) {
        if (candidate !== null) candidate.commas++;
      } else if (byte !== COLON && byte > SPACE && (byte < ZERO || byte > NINE)) candidate = null;
    }
    yield;
  }
  return parts.length === 0 ? json : Buffer.concat([...parts, json.subarray(copied)]);
}
