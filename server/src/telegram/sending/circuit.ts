/** Different chats with unanswered calls in a row that mean that Telegram is away: one chat alone may be broken. */
const maxFailures = 3;
/** Pauses before each further probe, ms. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const;
/** Pause until calls that wait for the end of a probe look again, ms. */
const probeMs = 1_000;

/** Result of a call: Telegram answered (also with a rejection or limit), it may have the call, or it surely has not. */
export type CallResult = 'answered' | 'unknown' | 'unsent';

/** An outage that goes on: how often the circuit has opened, and how long nothing may be called, ms. */
export interface Outage {
  openings: number;
  waitMs: number;
}

/** A call that has begun. */
export interface CircuitCall {
  /** Openings when it began: an older call that fails says nothing new. */
  readonly openings: number;
}

/**
 * Whether calls of a bot may begin. An outage of 45 s at 30 calls a second once left 922 of 3,000 recipients unknown:
 * after a few calls without an answer nothing is called but one probe after longer and longer pauses, until Telegram
 * answers. Pure; moments are ms of a clock that never jumps.
 */
export function createCircuit() {
  let failedChats = new Set<string>();
  let openings = 0;
  let openUntil = 0;
  let isProbing = false;

  const open = (now: number): void => {
    openUntil = now + (pausesMs[Math.min(openings, pausesMs.length - 1)] ?? probeMs);
    openings += 1;
    isProbing = false;
    failedChats = new Set();
  };

  return {
    /** Milliseconds until a call may begin; 0: now. */
    waitMs(now: number): number {
      if (openings === 0) return 0;
      if (openUntil > now) return openUntil - now;
      return isProbing ? probeMs : 0;
    },
    /** The last call had no answer: campaigns make one call at a time. */
    isDoubtful: (): boolean => openings > 0 || failedChats.size > 0,
    outage: (now: number): Outage => ({ openings, waitMs: openings === 0 ? 0 : Math.max(0, openUntil - now) }),
    /** Restores an outage that another process has seen: the first call is a probe. */
    restore(now: number, outage: Outage): void {
      if (outage.openings <= openings) return;
      openings = outage.openings;
      openUntil = now + Math.min(outage.waitMs, pausesMs[pausesMs.length - 1] ?? probeMs);
    },
    begin(): CircuitCall {
      if (openings > 0) isProbing = true;
      return { openings };
    },
    end(now: number, call: CircuitCall, chat: string, result: CallResult): void {
      if (result === 'answered') {
        [failedChats, openings, isProbing] = [new Set(), 0, false];
        return;
      }
      if (call.openings !== openings) return;
      // Calls that never leave lose nothing: their senders wait by themselves.
      if (openings === 0 && result === 'unsent') return;
      failedChats.add(chat);
      if (openings > 0 || failedChats.size >= maxFailures) open(now);
    },
  };
}

export type Circuit = ReturnType<typeof createCircuit>;

/** The call was not made: Telegram does not answer this bot. */
export class TelegramAwayError extends Error {
  readonly code = 'TELEGRAM_AWAY';
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('Telegram does not answer');
    this.waitMs = waitMs;
  }
}

/** The circuit of a bot as senders see it. */
export interface BotCircuit {
  /** Milliseconds until a call may begin; 0: now. */
  waitMs(): number;
  isDoubtful(): boolean;
  outage(): Outage;
  restore(outage: Outage): void;
}

/** A circuit per bot, for all that call through the same connections. */
export function createCircuits(monotonic: () => number = () => performance.now()) {
  const circuits = new Map<string, Circuit>();
  const find = (apiRoot: string, token: string): Circuit => {
    const name = `${apiRoot} ${token}`;
    const circuit = circuits.get(name) ?? createCircuit();
    circuits.set(name, circuit);
    return circuit;
  };

  return {
    of({ apiRoot, token }: { apiRoot: string; token: string }): BotCircuit {
      const circuit = find(apiRoot, token);
      return {
        waitMs: () => circuit.waitMs(monotonic()),
        isDoubtful: circuit.isDoubtful,
        outage: () => circuit.outage(monotonic()),
        restore: (outage) => circuit.restore(monotonic(), outage),
      };
    },
    /** Begins a call, unless Telegram is away: then its error. The function that is returned ends it. */
    begin(bot: { apiRoot: string; token: string }, chat: string): TelegramAwayError | ((result: CallResult) => void) {
      const circuit = find(bot.apiRoot, bot.token);
      const waitMs = circuit.waitMs(monotonic());
      if (waitMs > 0) return new TelegramAwayError(waitMs);
      const call = circuit.begin();
      return (result) => circuit.end(monotonic(), call, chat, result);
    },
  };
}

export type Circuits = ReturnType<typeof createCircuits>;

const circuitsOfDispatchers = new WeakMap<object, Circuits>();

/** Campaigns, messages and tests of one process share what they learn of a bot's way to Telegram. */
export function sharedCircuits(dispatcher: object): Circuits {
  const circuits = circuitsOfDispatchers.get(dispatcher) ?? createCircuits();
  circuitsOfDispatchers.set(dispatcher, circuits);
  return circuits;
}
