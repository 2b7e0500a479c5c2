/** Location of a bot's events. Servers are known by their IDs. */
export interface BotLocation {
  /** The server that has all of the bot's events. */
  reads: string;
  /** Servers that get new rows: two while the bot is being moved. */
  writes: readonly string[];
  /** Wherever rows of the bot may be. */
  all: readonly string[];
  /** Its history must not be rewritten meanwhile: the copy would have the former one. */
  isMoving: boolean;
}

/** Finds the server of a bot, as the metadata store knows it. */
export interface Placement {
  /** From memory where possible: traffic goes on while the metadata store is away. Rejects with StoreUnavailable. */
  locate(bot: string): BotLocation | Promise<BotLocation>;
  /** As the metadata store has it now. Rejects with StoreUnavailable. */
  locateNow(bot: string): Promise<BotLocation>;
}
