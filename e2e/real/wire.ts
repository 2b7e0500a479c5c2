import { createHash } from 'node:crypto';
import type { Call } from '@botscope/testkit/telegram/calls.ts';
import { parseBoundary } from '@botscope/testkit/telegram/multipart.ts';
import type { Exchange } from './http-tap.ts';

/** Headers that belong to one connection, or say where and when. */
const connectionHeaders = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'date', 'te', 'trailer']);

/** An exchange without what differs from run to run. */
export interface WireLine {
  request: string;
  headers: string[];
  body: string;
  status: number;
  answerHeaders: string[];
  answer: string;
}

/** Lets two runs be compared: no dates, no numbers given at random, no boundaries. */
export function toWireLine(exchange: Exchange): WireLine {
  const type = findHeader(exchange.headers, 'content-type') ?? '';
  const boundary = parseBoundary(type);
  const isMultipart = boundary !== undefined;
  const withoutBoundary = (text: string) => (isMultipart ? text.replaceAll(boundary, '(boundary)') : text);
  return {
    request: `${exchange.method} ${exchange.path}`,
    headers: listHeaders(exchange.headers, isMultipart ? ['content-length'] : []).map(withoutBoundary),
    body: withoutNumbers(withoutBoundary(readable(exchange.body))),
    status: exchange.status,
    answerHeaders: listHeaders(exchange.answerHeaders),
    answer: withoutNumbers(readable(exchange.answer)),
  };
}

/** A call as Telegram understood it, without what differs from run to run. */
export function plainCall({ method, params, files, via, status, answer }: Call): object {
  const fileSummaries = files.map(({ name, type, size, bytes }) => ({ name, type, size, hash: hashOf(bytes) }));
  return JSON.parse(withoutNumbers(JSON.stringify({ method, params, files: fileSummaries, via, status, answer })));
}

/** Dates, the ports of one run, and the names that clients make up for the parts of an upload. Update numbers are compared by their order. */
export function withoutNumbers(text: string): string {
  return text
    .replace(/"(date|edit_date|forward_date)":\d{10}\b/g, '"$1":0')
    .replace(/("update_id": ?)\d+/g, '$10')
    .replace(/(http:\/\/127(?:\.\d{1,3}){3}):\d+/g, '$1:(port)')
    .replace(/attach:\/\/[\w-]+/g, 'attach://(part)')
    .replace(/(name="?)[\w-]{10,}("?; ?filename=)/g, '$1(part)$2');
}

/** Updates of all answers to getUpdates, in the exact words of the server. */
export function polledUpdates(exchanges: readonly Exchange[]): string[] {
  return exchanges
    .filter(({ path, status, end }) => /\/getupdates/i.test(path) && status === 200 && end === 'whole')
    .flatMap(({ answer }) => {
      const text = answer.toString('utf8');
      const list = /^\{"ok":true,"result":\[(.*)\]\}$/s.exec(text)?.[1];
      if (list === undefined) throw new Error(`not an answer of getUpdates: ${text}`);
      return list === '' ? [] : list.split(/(?<=\}),\n?(?=\{"update_id":)/).map(withoutNumbers);
    });
}

/** The Bot API method of a path, or `/file` for a download. */
export function methodOf(path: string): string {
  if (path.startsWith('/file/')) return '/file';
  return /^\/*bot[^/]+\/(?:test\/)?([^/?]*)/.exec(path)?.[1] ?? path;
}

function findHeader(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) if (headers[i]?.toLowerCase() === name) return headers[i + 1];
  return undefined;
}

function listHeaders(headers: readonly string[], excludedNames: readonly string[] = []): string[] {
  const lines: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]?.toLowerCase() ?? '';
    if (!connectionHeaders.has(name) && !excludedNames.includes(name)) lines.push(`${name}: ${headers[i + 1]}`);
  }
  return lines.sort();
}

/** Text as it is, anything else as a digest. */
function readable(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\u0000') || text.includes('\uFFFD') || bytes.length > 20_000
    ? `${bytes.length} bytes ${hashOf(bytes)}`
    : text;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
