import type { Random } from '@botscope/server/simulation/random.ts';
import * as actions from '@botscope/server/simulation/users/actions.ts';
import { type AppHit, type AppOpening, appLaunch } from '@botscope/server/simulation/users/app-hits.ts';
import type { MediaKind } from '@botscope/server/simulation/users/media.ts';
import type { Scene } from '@botscope/server/simulation/users/scene.ts';
import type { Chat, Message, Update, UpdateBody, User } from '@botscope/server/simulation/users/telegram-types.ts';

/** Place in which users act: it has the clock, numbers messages, and delivers what they do to the bot. */
export interface Stage {
  readonly bot: User;
  readonly random: Random;
  /** The moment of the next action. */
  moment(): Date;
  nextMessageId(chatId: number): number;
  /** Hands an update over; `undefined` when the bot did not ask for its kind. */
  deliver(body: UpdateBody, at: Date): Update | undefined;
  /** Receives the hits of a Mini App's counter; a stage without a Mini App omits the method. */
  count?(hit: AppHit, at: Date): void;
  /** The bot's message with this callback button; a stage without a real bot leaves the method out. */
  findButton?(chatId: number, data: string): Message | undefined;
  /** Calls back with the bot's answer to a checkout; a stage without a real bot leaves the method out. */
  onCheckoutAnswered?(queryId: string, then: (ok: boolean) => void): void;
}

/** A simulated Telegram user; each action makes exactly the update a real server would send to the bot. */
export type SimulatedUser = ReturnType<typeof createSimulatedUser>;

/** Puts a user on a stage. */
export function createSimulatedUser(stage: Stage, user: User) {
  let lastMessage: Message | undefined;
  let lastQuery = '';
  let app: Pick<AppHit, 'platform' | 'version' | 'country' | 'allowsWriting'> = { platform: 'android', version: '8.0' };
  let openings = 0;

  function act<T extends UpdateBody>(action: (scene: Scene) => T): T {
    const date = stage.moment();
    const body = action({
      user: user,
      bot: stage.bot,
      date: Math.floor(date.getTime() / 1_000),
      random: stage.random,
      nextMessageId: stage.nextMessageId,
    });
    if (body.message) lastMessage = body.message;
    stage.deliver(body, date);
    return body;
  }

  const sendsHit = (name: string, startapp?: string): void => {
    const date = stage.moment();
    const link = startapp === undefined ? {} : { start_param: startapp };
    const opening = openings === 0 ? {} : { launch: `${user.id}-${openings}` };
    stage.count?.({ from: user, name, ...link, ...app, ...opening }, date);
  };

  const sendsMedia = (kind: MediaKind, caption?: string) => act((scene) => actions.sendsMedia(scene, kind, caption));

  function buttonIn(scene: Scene, data: string): Message {
    if (!stage.findButton) return actions.messageWithButton(scene, data);
    const message = stage.findButton(user.id, data);
    if (!message)
      throw new Error(`${user.first_name} sees no button "${data}" in the chat with @${stage.bot.username}`);
    return message;
  }

  function lastOrThrow(): Message {
    if (!lastMessage) throw new Error(`${user.first_name} has not written anything yet`);
    return lastMessage;
  }

  return {
    user,
    id: user.id,
    /** A text or a command such as `/start promo`. */
    sends: (text: string) => act((scene) => actions.writesText(scene, text)),
    sendsPhoto: (caption?: string) => sendsMedia('photo', caption),
    sendsVoice: () => sendsMedia('voice'),
    sendsVideo: (caption?: string) => sendsMedia('video', caption),
    sendsSticker: () => sendsMedia('sticker'),
    sendsDocument: (caption?: string) => sendsMedia('document', caption),
    sendsLocation: () => sendsMedia('location'),
    sendsContact: () => sendsMedia('contact'),
    /** Presses a callback button; where a real bot answers, the button must be in a message that it sent. */
    presses: (data: string) => act((scene) => actions.pressesButton(scene, data, buttonIn(scene, data))),
    /** Changes the text of the user's last message. */
    edits: (text: string) => {
      const body = act((scene) => actions.editsText(scene, lastOrThrow(), text));
      lastMessage = body.edited_message;
      return body;
    },
    sendsInlineQuery: (query: string) => {
      lastQuery = query;
      return act((scene) => actions.sendsInlineQuery(scene, query));
    },
    choosesInline: (resultId: string) => act((scene) => actions.choosesInline(scene, lastQuery, resultId)),
    answersPoll: (pollId: string, ...options: number[]) => act((scene) => actions.answersPoll(scene, pollId, options)),
    /** Reacts to a message; to the user's own last one unless another number is given. */
    reacts: (emoji: string, messageId?: number) =>
      act((scene) => actions.reactsTo(scene, messageId ?? lastOrThrow().message_id, emoji)),
    /** Checkout and payment. Where a real bot answers, the payment follows only its consent. */
    pays: (purchase: actions.Purchase) => {
      const complete = () => act((scene) => actions.completesPayment(scene, purchase));
      const body = act((scene) => actions.startsCheckout(scene, purchase));
      if (stage.onCheckoutAnswered) stage.onCheckoutAnswered(body.pre_checkout_query.id, (ok) => ok && complete());
      else complete();
      return body;
    },
    opensMiniAppData: (data: string) => act((scene) => actions.sendsMiniAppData(scene, data)),
    /** Opens the bot's Mini App: its counter reports the launch. Platform and version stay until they are changed. */
    opensApp: ({ startapp, ...changes }: AppOpening = {}) => {
      app = { ...app, ...changes };
      openings += 1;
      sendsHit(appLaunch, startapp);
    },
    /** The page of the app that is open is loaded again, as Android's client does by itself. */
    reloadsApp: (startapp?: string) => sendsHit(appLaunch, startapp),
    /** Does something in the Mini App that it counts. */
    hits: (name: string) => sendsHit(name),
    joinsByRequest: (chat: Chat) => act((scene) => actions.requestsToJoin(scene, chat)),
    blocks: () => act(actions.blocksBot),
    unblocks: () => act(actions.unblocksBot),
    writesInGroup: (group: Chat, text: string) => act((scene) => actions.writesText(scene, text, group)),
  };
}
