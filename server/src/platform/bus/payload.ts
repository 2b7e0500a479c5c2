import { type Notice, type Topic, topicIntervals } from './topics.ts';

/** PostgreSQL takes less than 8,000 bytes. */
const maxBytes = 7_500;

/** Message through PostgreSQL. `all`: more has changed than can be named. */
export interface Payload {
  /** The sending process: it ignores its own messages when they come back. */
  from: string;
  notices: readonly Notice[] | 'all';
}

/** As few payloads as hold all notices. */
export function encodePayloads({ from, notices }: Payload): string[] {
  if (notices === 'all') return [JSON.stringify([from, 'all'])];
  const payloads: string[] = [];
  let bytes = Number.POSITIVE_INFINITY;
  let current: string[][] = [];
  const finish = (): void => {
    if (current.length > 0) payloads.push(JSON.stringify([from, current]));
  };
  for (const { topic, key } of notices) {
    const pair = [topic, key];
    const size = Buffer.byteLength(JSON.stringify(pair)) + 1;
    if (bytes + size > maxBytes) {
      finish();
      current = [];
      bytes = Buffer.byteLength(JSON.stringify([from, []]));
    }
    current.push(pair);
    bytes += size;
  }
  finish();
  return payloads;
}

/** Null for a payload that is not ours. Topics of a newer version are skipped. */
export function decodePayload(text: string): Payload | null {
  const [from, notices] = parseList(text);
  if (typeof from !== 'string') return null;
  if (notices === 'all') return { from, notices };
  if (!Array.isArray(notices)) return null;
  return { from, notices: notices.flatMap(readNotice) };
}

function readNotice(pair: unknown): Notice[] {
  const [topic, key]: unknown[] = Array.isArray(pair) ? pair : [];
  return typeof topic === 'string' && isTopic(topic) && typeof key === 'string' ? [{ topic, key }] : [];
}

const isTopic = (word: string): word is Topic => Object.hasOwn(topicIntervals, word);

function parseList(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
