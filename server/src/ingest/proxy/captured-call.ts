/** A file of a call: what is known without keeping it. */
export interface CapturedFile {
  field: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
}

/** One call of a bot and Telegram's answer. */
export interface CapturedCall {
  /** As the bot wrote it; letter case does not matter to Telegram. */
  method: string;
  /** Query first, then body; null if they were too large to be kept. Values of forms and queries are texts. */
  params: Record<string, unknown> | null;
  files: CapturedFile[];
  /** HTTP status; 0 = no answer. */
  status: number;
  /** Telegram's JSON; null if there was none, or too much of it. */
  response: unknown;
  /** Unix milliseconds. */
  startedAt: number;
  finishedAt: number;
  via: 'proxy' | 'reply';
}
