import type { Update, UpdateBody } from '@botscope/server/simulation/users/telegram-types.ts';
import type { BotState } from './bot-state.ts';
import type { UploadedFile } from './multipart.ts';
import type { Params } from './params.ts';

/** A method call that is allowed to run. */
export interface MethodCall {
  bot: BotState;
  params: Params;
  files: readonly UploadedFile[];
  /** Fires when the caller hangs up. */
  gone: AbortSignal;
  server: ServerSettings;
}

/** Parts of the server as a whole that methods need. */
export interface ServerSettings {
  /** Behaves like one's own Bot API server started with `--local`. */
  isLocal: boolean;
  /** Restarts or stops the pushing of updates after a change of the webhook. */
  applyWebhook(bot: BotState): void;
  /** Lets something happen to a bot that follows from a call. */
  deliver(bot: BotState, body: UpdateBody): Update | undefined;
}

/** A success; `description` appears beside the result, as in "Webhook was set". */
export interface MethodAnswer {
  result: unknown;
  description?: string;
  /** The result's JSON where the real server writes it in a way of its own. */
  json?: string;
}

/** A Bot API method: answers, or throws a `BotApiError`. */
export type Method = (call: MethodCall) => MethodAnswer | Promise<MethodAnswer>;

export const toAnswer = (result: unknown, description?: string): MethodAnswer =>
  description === undefined ? { result } : { result, description };
