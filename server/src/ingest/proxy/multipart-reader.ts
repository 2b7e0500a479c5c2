import type { CapturedFile } from './proxy-deps.ts';

/** What a multipart body says, without its files. */
export interface MultipartContent {
  fields: Map<string, string>;
  files: CapturedFile[];
}

/** Reads a multipart body as it passes, with bounded memory. */
export interface MultipartReader {
  push(chunk: Buffer): void;
  /** What was read; null if the body is malformed or its texts are too large. */
  finish(): MultipartContent | null;
}

/** Telegram's own limits: 1 MiB of texts (here with their heads), 50 files, 70 letters of boundary. */
const LARGEST_TEXTS = 1_048_576;
const MOST_FILES = 50;
const MOST_FIELDS = 1_000;
const LARGEST_PART_HEAD = 16_384;
const empty: Buffer = Buffer.alloc(0);

/** The boundary of a multipart content type, quoted or bare; null if there is none that Telegram would take. */
export function boundaryOf(contentType: string): string | null {
  const match = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2] ?? '';
  return boundary !== '' && boundary.length <= 70 ? boundary : null;
}

/**
 * Written here since general parsers look at each byte in JavaScript and refuse what bots really send: grammY leaves
 * `filename=` unquoted, telebot leaves it empty, python clients give every text a content type. This one leaves the
 * search for the boundary to Buffer.indexOf and copies nothing of a file.
 */
export function createMultipartReader(boundary: string): MultipartReader {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const content: MultipartContent = { fields: new Map(), files: [] };
  let state: 'head' | 'text' | 'file' | 'over' | 'broken' = 'head';
  /** Bytes that may be the beginning of a delimiter, or a head that is not whole. The first delimiter has no line break. */
  let kept: Buffer = Buffer.from('\r\n', 'latin1');
  let isFirst = true;
  let field = '';
  let text: Buffer[] = [];
  let textBytes = 0;

  const isOver = (): boolean => state === 'over' || state === 'broken';

  function take(bytes: Buffer): void {
    if (bytes.length === 0) return;
    const file = content.files.at(-1);
    if (state === 'file' && file !== undefined) file.size += bytes.length;
    if (state !== 'text') return;
    textBytes += bytes.length;
    if (textBytes > LARGEST_TEXTS) state = 'broken';
    // A view of a chunk would keep the whole chunk in memory.
    else text.push(Buffer.from(bytes));
  }

  /** The part ends; its neighbour's head follows. */
  function endPart(): void {
    // First occurrence wins, as at Telegram.
    if (state === 'text' && !content.fields.has(field)) content.fields.set(field, Buffer.concat(text).toString('utf8'));
    text = [];
    state = 'head';
  }

  function beginPart(head: string): void {
    const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? '';
    const name = dispositionValue(disposition, 'filename');
    field = dispositionValue(disposition, 'name') ?? '';
    // Names of empty texts take room too.
    textBytes += head.length;
    if (textBytes > LARGEST_TEXTS || content.fields.size >= MOST_FIELDS) state = 'broken';
    else if (name === undefined) state = 'text';
    else if (content.files.length >= MOST_FILES) state = 'broken';
    else {
      const type = /^content-type:[ \t]*(.*)$/im.exec(head)?.[1]?.trim() ?? '';
      content.files.push({ field, name, type, size: 0 });
      state = 'file';
    }
  }

  /** @returns where to go on, or -1 if more bytes are needed. */
  function readHead(bytes: Buffer, at: number): number {
    // Behind a delimiter: "--" and the end, or the head of a part.
    const start = isFirst ? bytes.indexOf(delimiter, at) : at;
    if (start < 0 || bytes.length < start + delimiter.length + 2) return -1;
    const behind = start + delimiter.length;
    if (bytes.toString('latin1', behind, behind + 2) === '--') {
      state = 'over';
      return bytes.length;
    }
    const end = bytes.indexOf('\r\n\r\n', behind, 'latin1');
    if (end < 0) return -1;
    isFirst = false;
    beginPart(bytes.toString('utf8', behind, end).replaceAll('\r\n', '\n'));
    return end + 4;
  }

  function readPart(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(delimiter, at);
    if (end >= 0) {
      take(bytes.subarray(at, end));
      if (state !== 'broken') endPart();
      return end;
    }
    const safe = Math.max(at, bytes.length - delimiter.length + 1);
    take(bytes.subarray(at, safe));
    return safe === at ? -1 : safe;
  }

  /** A tail that begins no delimiter is taken by itself: joined, every piece of a file would be copied. */
  function joinKept(chunk: Buffer): Buffer {
    if (kept.length === 0) return chunk;
    if (state !== 'head' && chunk.length >= delimiter.length) {
      const seam = Buffer.concat([kept, chunk.subarray(0, delimiter.length)]);
      if (!seam.includes(delimiter)) {
        take(kept);
        return chunk;
      }
    }
    return Buffer.concat([kept, chunk]);
  }

  return {
    push(chunk) {
      if (isOver()) return;
      const bytes = joinKept(chunk);
      kept = empty;
      let at = 0;
      while (at < bytes.length) {
        const next: number = state === 'head' ? readHead(bytes, at) : readPart(bytes, at);
        if (isOver()) return;
        if (next < 0) break;
        at = next;
      }
      kept = Buffer.from(bytes.subarray(at));
      if (kept.length > LARGEST_PART_HEAD + delimiter.length) state = 'broken';
    },
    finish: () => (state === 'over' ? content : null),
  };
}

/** A quoted or bare value of `Content-Disposition`. `name` must not match inside `filename`. */
function dispositionValue(disposition: string, key: string): string | undefined {
  const match = new RegExp(`(?:^|[;\\s])${key}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(disposition);
  return match?.[1]?.replace(/\\(["\\])/g, '$1') ?? match?.[2];
}
