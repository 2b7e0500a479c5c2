import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { isBoundedJson } from '../../platform/json/json-pieces.ts';
import { isObject } from '../../telegram/json.ts';
import type { CapturedFile } from './captured-call.ts';
import { readMultipart } from './multipart-reader.ts';

const unpackers = { gzip: promisify(gunzip), deflate: promisify(inflate) };

/** Telegram's own limit for all parameters of a call. */
export const largestParameters = 1_048_576;

/** Parameters of a call as Telegram reads them: query first, then body, the first occurrence wins. */
export interface ReadParameters {
  params: Record<string, unknown>;
  files: CapturedFile[];
}

/** Values of a JSON body stay what they are; others are texts. A broken body is no error for Telegram, nor here. */
export async function readParameters(query: string, body: Buffer | null, contentType: string): Promise<ReadParameters> {
  const params = new Map<string, unknown>();
  const files: CapturedFile[] = [];
  const add = (name: string, value: unknown): void => {
    if (!params.has(name)) params.set(name, value);
  };
  if (isBoundedForm(query)) for (const [name, value] of new URLSearchParams(query)) add(name, value);
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (body !== null && body.length > 0) {
    if (type === 'application/json') {
      const read = readJson(body);
      // The usual call: nothing to merge.
      if (params.size === 0) return { params: read, files };
      for (const [name, value] of Object.entries(read)) add(name, value);
    } else if (type === 'application/x-www-form-urlencoded') {
      const form = body.toString('utf8');
      if (isBoundedForm(form)) for (const [name, value] of new URLSearchParams(form)) add(name, value);
    } else if (type === 'multipart/form-data') {
      const content = await readMultipart(body, contentType);
      for (const [name, value] of content?.fields ?? []) add(name, value);
      files.push(...(content?.files ?? []));
    } else files.push({ field: 'file', name: '', type, size: body.length });
  }
  return { params: Object.fromEntries(params), files };
}

/** No method has more than some thirty parameters; a megabyte of `a&b&…` is half a million of them. */
const maxParameters = 1_000;

function isBoundedForm(text: string): boolean {
  let position = -1;
  for (let count = 0; count < maxParameters; count += 1) {
    position = text.indexOf('&', position + 1);
    if (position < 0) return text !== '';
  }
  return false;
}

function readJson(body: Buffer): Record<string, unknown> {
  if (!isBoundedJson(body)) return {};
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return {};
  }
  if (typeof value === 'string') return { content: value };
  return isObject(value) ? value : {};
}

/**
 * Undoes `Content-Encoding: gzip | deflate`. Null if it cannot be undone within the limit.
 * @param coding the header, undefined if there is none
 */
export async function unpack(body: Buffer, coding: string | undefined): Promise<Buffer | null> {
  const name = coding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return body;
  const unpacker = name === 'gzip' || name === 'deflate' ? unpackers[name] : null;
  if (unpacker === null) return null;
  return unpacker(body, { maxOutputLength: largestParameters }).catch(() => null);
}

/** The text that Telegram makes of a value: other JSON than strings stays JSON. Absent and null give undefined. */
export function toText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
