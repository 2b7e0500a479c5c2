import type { IncomingMessage } from 'node:http';
import { gunzipSync, inflateSync } from 'node:zlib';
import { BotApiError, entityTooLarge, notFound, notImplemented } from './errors.ts';
import { parseMultipart, type UploadedFile } from './multipart.ts';
import type { UploadStore } from './upload-store.ts';

/** Parameters may take one MiB together, files fifty MB each; a real server answers 413 beyond. */
const maxParameters = 1_048_576;
const maxFile = 50 * 1_048_576;
const maxBody = 60 * 1_048_576;
const maxFiles = 50;

/** A method call as it came in; parameter values are texts, objects stay JSON text. */
export interface ApiRequest {
  token: string;
  /** As written by the caller; may be empty. */
  method: string;
  isTest: boolean;
  params: Map<string, string>;
  files: UploadedFile[];
}

/** Takes `/bot<token>/<method>` or `/bot<token>/test/<method>` apart; anything else is "Not Found". */
function parsePath(path: string): { token: string; method: string; isTest: boolean } {
  const match = /^\/bot([^/]+)(\/test)?\/([^/]*)$/.exec(path);
  if (!match) throw notFound();
  return { token: decodeURIComponent(match[1] ?? ''), isTest: match[2] !== undefined, method: match[3] ?? '' };
}

/** Reads a call from the wire: query first, then body; the first occurrence of a parameter wins. Files go to the upload store. */
export async function parseRequest(request: IncomingMessage, uploads: UploadStore): Promise<ApiRequest> {
  if (request.method !== 'GET' && request.method !== 'POST') throw notImplemented();
  const url = new URL(`http://telegram${request.url ?? '/'}`);
  const target = parsePath(url.pathname);
  const params = new Map<string, string>();
  const add = (name: string, value: string) => params.has(name) || params.set(name, value);
  for (const [name, value] of url.searchParams) add(name, value);
  const body = decodeBody(await readBody(request), request.headers['content-encoding']);
  const files = await readParameters(body, request.headers['content-type'] ?? '', add);
  let size = 0;
  for (const [name, value] of params) size += Buffer.byteLength(name) + Buffer.byteLength(value);
  if (size > maxParameters) throw entityTooLarge();
  return { ...target, method: target.method || (params.get('method') ?? ''), params, files: files.map(uploads.keep) };
}

/** Parameters of a call in a body of this content type; used for requests and for webhook replies alike. */
export async function readParameters(
  body: Buffer,
  type: string,
  add: (name: string, value: string) => void,
): Promise<UploadedFile[]> {
  if (body.length === 0) return [];
  const kind = type.split(';')[0]?.trim().toLowerCase();
  if (kind === 'application/json') readJson(body, add);
  else if (kind === 'application/x-www-form-urlencoded') {
    for (const [name, value] of new URLSearchParams(body.toString('utf8'))) add(name, value);
  } else if (kind === 'multipart/form-data') return readMultipart(body, type, add);
  else return [{ field: 'file', name: '', type: kind ?? '', size: body.length, bytes: body }];
  return [];
}

/** Bad JSON is not an error for the real server: the call runs without parameters. */
function readJson(body: Buffer, add: (name: string, value: string) => void): void {
  let parsedBody: unknown;
  try {
    parsedBody = JSON.parse(body.toString('utf8'));
  } catch {
    return;
  }
  if (typeof parsedBody === 'string') add('content', parsedBody);
  if (typeof parsedBody !== 'object' || parsedBody === null || Array.isArray(parsedBody)) return;
  for (const [name, value] of Object.entries(parsedBody)) {
    add(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
}

async function readMultipart(
  body: Buffer,
  type: string,
  add: (name: string, value: string) => void,
): Promise<UploadedFile[]> {
  const parts = await parseMultipart(body, type);
  if (!parts) throw new BotApiError(400, 'Bad Request: Failed to parse multipart/form-data');
  const files: UploadedFile[] = [];
  for (const part of parts) {
    if (part.kind === 'text') add(part.field, part.value);
    else {
      const { kind: _file, ...file } = part;
      files.push(file);
    }
  }
  if (files.length > maxFiles || files.some((file) => file.size > maxFile)) throw entityTooLarge();
  return files;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > maxBody) throw entityTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Undoes `gzip` and `deflate`; a body that does not unpack is a bad request. */
export function decodeBody(body: Buffer, encoding: string | undefined): Buffer {
  if (!encoding || encoding === 'identity' || body.length === 0) return body;
  try {
    if (encoding === 'gzip') return gunzipSync(body);
    if (encoding === 'deflate') return inflateSync(body);
  } catch {
    throw new BotApiError(400, "Bad Request: can't decode the content");
  }
  throw new BotApiError(400, 'Bad Request: unsupported content encoding');
}
