import type { ProblemCode } from '@botscope/contract';

/** State of one bot at Telegram, as a check finds it. */
export interface Look {
  deliveryMethod: string;
  /** True once we have seen an update of it: before that, its owner is still connecting. */
  hasUpdates: boolean;
  /** True where we set the webhook ourselves and so know that it must stand. */
  isSetByUs: boolean;
  /** The webhook that stands at Telegram; '' = none. */
  url: string;
  isOurs: boolean;
  lastErrorAt: number | null;
  lastError: string;
  /** Waiting updates at this and the looks before, the newest last. */
  pending: readonly number[];
}

export interface Verdict {
  code: ProblemCode;
  /** Null where these looks cannot tell: what is open stays open. */
  isOpen: boolean | null;
  detail: string;
}

/** Telegram keeps its last error for good; one of this age is history. Twice the time between two looks. */
const errorLifeMs = 600_000;
/** Fewer are a busy minute. */
const manyPending = 100;
/** Looks in a row with more and more waiting: a quarter of an hour. */
const growingLooks = 3;

/**
 * Judges a connection by a look at Telegram. Every code that a look can find is in the answer. Codes that only traffic
 * reports are not: they end once they are no longer reported (`isOver`).
 */
export function judge(look: Look, now: number): Verdict[] {
  const isWebhook = look.deliveryMethod === 'webhook';
  const isRecent = look.lastErrorAt !== null && now - look.lastErrorAt < errorLifeMs;
  return [
    { code: 'TokenRevoked', isOpen: false, detail: '' },
    { code: 'WebhookChanged', isOpen: isChanged(look), detail: look.url },
    { code: 'DeliveryError', isOpen: isWebhook && look.isOurs && isRecent, detail: look.lastError },
    {
      code: 'PendingGrowing',
      isOpen: look.deliveryMethod === 'api' ? false : isGrowing(look.pending),
      detail: String(look.pending.at(-1) ?? 0),
    },
  ];
}

function isChanged({ deliveryMethod, hasUpdates, isSetByUs, isOurs, url }: Look): boolean {
  if (deliveryMethod === 'webhook') return !isOurs && (isSetByUs || hasUpdates);
  // A webhook keeps a bot from polling; one of ours is taken away by its next poll.
  return deliveryMethod === 'getUpdates' && url !== '' && !isOurs && hasUpdates;
}

/** Null where much waits and this process has not looked often enough: another one may have seen it grow. */
function isGrowing(pending: readonly number[]): boolean | null {
  const last = pending.slice(-growingLooks);
  const [first = 0] = last;
  const now = last.at(-1) ?? 0;
  if (now < manyPending) return false;
  const falls = last.some((count, index) => index > 0 && count < (last[index - 1] ?? 0));
  if (falls) return false;
  return last.length < growingLooks ? null : now > first;
}

/** State of a bot's own webhook, as the relay reports it. */
export interface BotState {
  queued: number;
  /** Unix ms; null = it takes updates. */
  downSince: number | null;
}

/** A restart of a bot takes seconds and is no news. */
const downMs = 30_000;

/** True where the owner must hear of it. */
export const isDown = ({ downSince }: BotState, now: number): boolean =>
  downSince !== null && now - downSince >= downMs;

/** True once the bot takes updates again and nothing waits for it. */
export const isUpAgain = ({ queued, downSince }: BotState): boolean => downSince === null && queued === 0;

/** Time from the last report of a problem by traffic to its end, ms. */
const lifeMs: Partial<Record<ProblemCode, number>> = { SecondPoller: 600_000, BotDown: 900_000, Gap: 86_400_000 };
/** Without a token we cannot look: these too are only heard of. */
const unseenLifeMs = 3_600_000;
const observedCodes: readonly ProblemCode[] = ['TokenRevoked', 'WebhookChanged'];

/** True if nobody has spoken of it any more for long enough. */
export function isOver(problem: { code: ProblemCode; heard: number; canLook: boolean }, now: number): boolean {
  const { code, heard, canLook } = problem;
  const life = lifeMs[code] ?? (observedCodes.includes(code) && !canLook ? unseenLifeMs : Number.POSITIVE_INFINITY);
  return now - heard >= life;
}
