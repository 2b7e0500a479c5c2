import * as z from 'zod';

/** A queued update as the journal keeps it: a line of JSON, then Telegram's bytes as they came. */
export interface QueuedHead {
  bot: string;
  /** Telegram's update_id. */
  update: number;
  lane: string;
  /** Unix milliseconds: queued since, worth delivering until. */
  since: number;
  until: number;
  /** It came with our own secret: the bot gets its own one instead. */
  isOurs: boolean;
  /** Secret header that came with it otherwise; null = none. */
  secret: string | null;
}

/** Remembers that an update was delivered from here, so that a copy which Telegram sends late is not delivered again. */
interface DeliveredHead {
  bot: string;
  update: number;
  deliveredAt: number;
}

type JournalHead = QueuedHead | DeliveredHead;

const lineEnd = Buffer.from('\n');

const SentHead = z.object({
  bot: z.string(),
  update: z.int(),
  lane: z.string(),
  since: z.number(),
  until: z.number(),
  isOurs: z.boolean(),
  secret: z.string().nullable(),
  isLeaving: z.boolean(),
});

/**
 * The head of an update that waited in another process, and whether that one still serves its bot, and is about to stop.
 * @throws if it is none, or another bot's
 */
export function readSentHead(sentHead: unknown, bot: string): { head: QueuedHead; isLeaving: boolean } {
  const { isLeaving, ...head } = SentHead.parse(sentHead);
  if (head.bot !== bot) throw new Error('The update is for another bot');
  return { head, isLeaving };
}

export function encodeQueued(head: QueuedHead, raw: Buffer): Buffer {
  return Buffer.concat([Buffer.from(JSON.stringify(head)), lineEnd, raw]);
}

export function encodeDelivered(head: DeliveredHead): Buffer {
  return Buffer.from(`${JSON.stringify(head)}\n`);
}

export function decodeRecord(record: Buffer): { head: JournalHead; raw: Buffer } {
  const end = record.indexOf(lineEnd);
  return { head: JSON.parse(record.toString('utf8', 0, end)) as JournalHead, raw: record.subarray(end + 1) };
}
