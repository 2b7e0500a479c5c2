/** Its value proves that a request was sent here by another process of the installation. */
export const passedOnHeader = 'x-botscope-passed-on';

/** Headers that belong to one connection and are not passed on (RFC 9110, 7.6.1), and those that name the other end. */
const ofTheConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'host',
  // Between processes of one installation; it has their secret.
  passedOnHeader,
]);
const theirLengths: ReadonlySet<number> = new Set([...ofTheConnection].map((name) => name.length));

/** Most names differ by their length, so no lower-case copy of each is needed. */
function isOfTheConnection(name: string): boolean {
  return theirLengths.has(name.length) && ofTheConnection.has(name.toLowerCase());
}

/**
 * Names that the header `Connection` adds to the list; mostly none. The length is never one of them: without it the body
 * would be the next request on a connection that other bots share.
 */
function namedBy(connection: string | undefined): string[] {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return [];
  const names = connection.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== 'content-length');
}

/**
 * Headers to pass on, in their order and spelling: name, value, name, value.
 * @param connection the value of `Connection`, if there is one
 */
export function passedHeaders(raw: readonly string[], connection: string | undefined): string[] {
  const connectionHeaders = namedBy(connection);
  const passed: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (isOfTheConnection(name) || (connectionHeaders.length > 0 && connectionHeaders.includes(name.toLowerCase())))
      continue;
    passed.push(name, raw[index + 1] ?? '');
  }
  return passed;
}

/** Framing of a request's body when it is sent on: `as-is` keeps the length it came with (or none). */
export type Framing = 'as-is' | 'chunked' | { length: number };

/** The head of a request, ready to be written as latin1. */
export function requestHead(
  request: { method: string; path: string; host: string },
  headers: readonly string[],
  framing: Framing,
): string {
  let head = `${request.method} ${request.path} HTTP/1.1\r\nHost: ${request.host}\r\n`;
  for (let index = 0; index + 1 < headers.length; index += 2) head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  if (framing === 'chunked') head += 'Transfer-Encoding: chunked\r\n';
  else if (framing !== 'as-is') head += `Content-Length: ${framing.length}\r\n`;
  return `${head}\r\n`;
}

/** The value of a header in a flat list; undefined if it is not there. `name` in lower case. */
export function findHeader(raw: readonly string[], name: string): string | undefined {
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const headerName = raw[index] ?? '';
    if (headerName.length === name.length && headerName.toLowerCase() === name) return raw[index + 1];
  }
  return undefined;
}

/** A flat list without one header. `name` in lower case. */
export const withoutHeader = (raw: readonly string[], name: string): string[] =>
  raw.filter((_, index) => raw[index - (index % 2)]?.toLowerCase() !== name);
