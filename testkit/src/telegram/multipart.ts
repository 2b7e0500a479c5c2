/** What a file holds. */
export interface FileContent {
  /** As sent; may be empty for an upload from a stream. */
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Read from disk each time if the file is large: ask for `size` where that will do. */
  readonly bytes: Buffer;
}

/** A file part of a multipart body. */
export interface UploadedFile extends FileContent {
  readonly field: string;
}

/** One part: a text parameter, or a file when the part carries a `filename`, even an empty one. */
export type MultipartPart = { kind: 'text'; field: string; value: string } | ({ kind: 'file' } & UploadedFile);

/** The boundary of a multipart content type, quoted or bare; `undefined` when absent or longer than 70 letters. */
export function boundaryOf(contentType: string): string | undefined {
  const match = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  return boundary && boundary.length <= 70 ? boundary : undefined;
}

/**
 * Splits a multipart body. Written here because the strict parsers of the platform refuse what bots really send:
 * grammY leaves `filename=` unquoted and python clients add a Content-Type to every text part.
 * Returns `undefined` when the body is not well-formed.
 */
export function parseMultipart(body: Buffer, boundary: string): MultipartPart[] | undefined {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: MultipartPart[] = [];
  // The first delimiter has no line break before it.
  const first = body.indexOf(delimiter.subarray(2));
  let afterDelimiter = first === -1 ? -1 : first + delimiter.length - 2;
  while (afterDelimiter !== -1) {
    if (body.subarray(afterDelimiter, afterDelimiter + 2).toString() === '--') return parts;
    const lineEnd = body.indexOf('\r\n', afterDelimiter);
    const end = body.indexOf(delimiter, afterDelimiter);
    if (lineEnd === -1 || end === -1) return undefined;
    const part = parsePart(body.subarray(lineEnd + 2, end));
    if (!part) return undefined;
    parts.push(part);
    afterDelimiter = end + delimiter.length;
  }
  return undefined;
}

function parsePart(part: Buffer): MultipartPart | undefined {
  const headEnd = part.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const headers = new Map<string, string>();
  for (const line of part.subarray(0, headEnd).toString('utf8').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  const field = dispositionValue(disposition, 'name');
  const name = dispositionValue(disposition, 'filename');
  const bytes = part.subarray(headEnd + 4);
  if (field === undefined) return undefined;
  if (name === undefined) return { kind: 'text', field, value: bytes.toString('utf8') };
  const type = headers.get('content-type') ?? 'application/octet-stream';
  return { kind: 'file', field, name, type, size: bytes.length, bytes };
}

/** A quoted or bare value of `Content-Disposition`. `name` must not match inside `filename`. */
function dispositionValue(disposition: string, key: string): string | undefined {
  const match = new RegExp(`(?:^|[;\\s])${key}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(disposition);
  return match?.[1]?.replace(/\\(["\\])/g, '$1') ?? match?.[2];
}
