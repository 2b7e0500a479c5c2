import type { IncomingMessage, ServerResponse } from 'node:http';

/** Process that serves a bot: forwards its webhook and answers its polls. Two at a time would break the bot's order. */
export type LeaseHolder =
  | { is: 'here' }
  /** `address`: where it is reached from here; null = it is not. */
  | { is: 'elsewhere'; address: string | null }
  | { is: 'nobody' };

/** The leases of bots, as the relay and the proxy see them. Pushes and ordinary calls need none. */
export interface BotLeases {
  /** From memory. */
  holderOf(bot: string): LeaseHolder;
  /**
   * Takes the lease if nobody has it. `isPassedOn`: another process sent the request here, so it stays here. Rejects when
   * the metadata store cannot be asked.
   */
  claim(bot: string, isPassedOn: boolean): Promise<LeaseHolder>;
  /** True for ten minutes after the lease came here from a process that died: Telegram repeats what that one did not answer. */
  isInherited(bot: string): boolean;
  /**
   * Calls back with each bot that is no longer served here. `isMoving`: the next holder waits until what is under way has
   * ended; else there may be one already.
   */
  onLost(listener: (bot: string, isMoving: boolean) => void): void;
  /** Calls back with each bot that is served here from now on. */
  onGained(listener: (bot: string) => void): void;
  /** The address of the process that should serve a bot when this one has stopped; null = there is none. Never rejects. */
  successorOf(bot: string): Promise<string | null>;
  /** The server stops: others take the bots now. Never rejects. */
  leave(): Promise<void>;
}

/** Requests that another process of the installation answers, since it has the bot's lease. */
export interface PassOn {
  /** True if another process sent it here. */
  isPassedOn(request: Pick<IncomingMessage, 'headers'>): boolean;
  /** Passes on a request whose body was read, and its answer back. `away` is the answer if nobody is there. */
  pass(
    passage: {
      request: IncomingMessage;
      response: ServerResponse;
      body: Buffer;
      away: { status: number; body: string };
    },
    address: string,
  ): void;
  /**
   * Gives an update that waited here to the process that serves its bot, or will when this one has stopped (`isLeaving`).
   * Resolves to whether that one has it now.
   */
  passWaiting(
    address: string,
    update: { ourHookSecret: string; head: { bot: string }; raw: Buffer; isLeaving: boolean },
    signal: AbortSignal,
  ): Promise<boolean>;
  /** The head of an update that waited in the sender; null for an update of Telegram. */
  waitingHead(request: Pick<IncomingMessage, 'headers'>): unknown;
  close(): void;
}

/** Leases for a server without other processes that serve bots. */
export const allHere: BotLeases = {
  holderOf: () => ({ is: 'here' }),
  claim: async () => ({ is: 'here' }),
  isInherited: () => false,
  onLost: () => undefined,
  onGained: () => undefined,
  successorOf: async () => null,
  leave: async () => undefined,
};

/** Asks the memory first, then the store. `unknown`: nobody can say, or the one who holds it is out of reach. */
export async function findHolder(
  leases: BotLeases,
  bot: string,
  isPassedOn: boolean,
): Promise<{ is: 'here' } | { is: 'elsewhere'; address: string } | { is: 'unknown' }> {
  let holder = leases.holderOf(bot);
  // The one that passed it on may know sooner that the bot has moved here.
  const isOldNews = isPassedOn && holder.is === 'elsewhere' && holder.address !== null;
  if (holder.is === 'nobody' || isOldNews)
    holder = await leases.claim(bot, isPassedOn).catch(() => ({ is: 'nobody' }) as const);
  if (holder.is === 'here') return holder;
  // Passed on once, not twice: two processes that take each other for the holder would never end.
  if (holder.is === 'nobody' || holder.address === null || isPassedOn) return { is: 'unknown' };
  return { is: 'elsewhere', address: holder.address };
}
