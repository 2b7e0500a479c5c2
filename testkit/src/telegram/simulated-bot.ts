import type { Update, UpdateBody, User } from '@botscope/server/simulation/users/telegram-types.ts';
import type { BotState } from './bot-state.ts';
import type { Call, CallLog } from './calls.ts';
import type { FloodLimits } from './flood-control.ts';
import { receive } from './receive.ts';
import type { Script } from './scripted-results.ts';
import type { DeliveryError } from './webhook-settings.ts';

/** A bot as the test sees it: what Telegram knows about it, and ways to make things happen to it. */
export interface SimulatedBot {
  readonly id: number;
  readonly username: string;
  readonly token: string;
  readonly user: User;
  /** Calls of this bot, oldest first. */
  readonly calls: Call[];
  /** Updates not yet confirmed or delivered. */
  readonly pending: number;
  /** A getUpdates call is waiting right now. */
  readonly isPolling: boolean;
  readonly webhookUrl: string | undefined;
  readonly lastDeliveryError: DeliveryError | undefined;
  /** Puts an update into the bot's queue; a number it brings is replaced. `undefined` when the bot did not ask for its kind. */
  receives(update: UpdateBody): Update | undefined;
  /** The next call of this method that is answered from now on. */
  nextCall(method: string, fits?: (call: Call) => boolean): Promise<Call>;
  /** Makes coming calls fail, wait or break. */
  script(script: Script): void;
  /** Gives the bot a picture (JPEG), as its owner does at @BotFather. */
  setPhoto(picture: Buffer): void;
  /** The account of this chat was deleted. */
  deactivate(chatId: number): void;
  /** Sets the number of messages a second that Telegram takes from now on; null: any number. */
  limit(limits: FloodLimits | null): void;
  /** The owner bought Stars for the bot. */
  addStars(stars: number): void;
  /** The owner revoked the token: every call answers 401 from now on. */
  revokeToken(): void;
}

/** The test's view of a bot's state. */
export function exposeBot(state: BotState, log: CallLog): SimulatedBot {
  const isMine = (call: Call) => call.bot === state.user.username;
  return {
    id: state.user.id,
    username: state.user.username,
    token: state.token,
    user: state.user,
    get calls() {
      return log.calls.filter(isMine);
    },
    get pending() {
      return state.queue.size;
    },
    get isPolling() {
      return state.longPoll.isWaiting;
    },
    get webhookUrl() {
      return state.webhook?.url;
    },
    get lastDeliveryError() {
      return state.lastDeliveryError;
    },
    receives: (update) => receive(state, update),
    nextCall: (method, fits = () => true) =>
      log.next((call) => isMine(call) && call.method === method && fits(call), `${method} of @${state.user.username}`),
    script: state.scripts.add,
    setPhoto(picture) {
      state.profilePhotos.unshift(state.files.sizesOf(state.files.addPhoto(picture)));
    },
    deactivate: (chatId) => state.chats.setState(chatId, 'deactivated'),
    limit: state.flood.limit,
    addStars: state.flood.addStars,
    revokeToken() {
      state.isRevoked = true;
    },
  };
}
