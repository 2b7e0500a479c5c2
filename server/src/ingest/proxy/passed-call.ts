import type { CapturedCall, CapturedFile } from './captured-call.ts';
import { readParameters, unpack } from './read-parameters.ts';

/** Bytes as a JSON value: what is packed by a `Content-Encoding` is base64, everything else is text. */
export interface PassedBytes {
  text: string;
  coding?: string;
}

/**
 * A call as it passed, with nothing of it read: parsing and unpacking would be a third of what the bot's call costs, and
 * is done where no bot waits.
 */
export interface PassedCall {
  method: string;
  /** Query of the address. */
  query: string;
  /** `Content-Type` of the body. */
  type: string;
  /** Null = none was kept: there was none, too much, or it was read on the way. */
  body: PassedBytes | null;
  /** Data read on the way from a form with files or a file, which are not kept. `params` null: there was too much. */
  read: { params: Record<string, unknown> | null; files: CapturedFile[] } | null;
  /** Telegram's; null = none, or too much. */
  answer: PassedBytes | null;
  /** HTTP status; 0 = no answer. */
  status: number;
  /** Unix milliseconds. */
  startedAt: number;
  finishedAt: number;
  via: CapturedCall['via'];
}

export function passedBytes(bytes: Buffer, coding: string | undefined): PassedBytes {
  return coding === undefined ? { text: bytes.toString('utf8') } : { text: bytes.toString('base64'), coding };
}

/** A call that was read on the way. */
export function asPassed({ method, params, files, response, ...rest }: CapturedCall): PassedCall {
  const answer = response === null || response === undefined ? null : { text: JSON.stringify(response) };
  return { method, query: '', type: '', body: null, read: { params, files }, answer, ...rest };
}

/** Reads a call that has passed. Never rejects: what cannot be read is left out. */
export async function readPassedCall(call: PassedCall): Promise<CapturedCall> {
  const { method, status, startedAt, finishedAt, via } = call;
  const [{ params, files }, response] = await Promise.all([readCall(call), readAnswer(call.answer)]);
  return { method, params, files, status, response, startedAt, finishedAt, via };
}

async function readCall({ query, type, body, read }: PassedCall): Promise<NonNullable<PassedCall['read']>> {
  if (read !== null) {
    if (query === '' || read.params === null) return read;
    const { params } = await readParameters(query, null, '');
    return { params: { ...read.params, ...params }, files: read.files };
  }
  const bytes = body === null ? null : await unpackBytes(body);
  if (body !== null && bytes === null) return { params: null, files: [] };
  return readParameters(query, bytes, type);
}

async function readAnswer(answer: PassedBytes | null): Promise<unknown> {
  const bytes = answer === null ? null : await unpackBytes(answer);
  if (bytes === null) return null;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** Null if they cannot be unpacked within the limit. */
async function unpackBytes({ text, coding }: PassedBytes): Promise<Buffer | null> {
  return coding === undefined ? Buffer.from(text) : unpack(Buffer.from(text, 'base64'), coding);
}
