import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { createEchoCaller, type EchoCaller } from './echo-caller.ts';

/** An update as the code of a bot got it. */
export interface Receipt {
  /** Unix ms. */
  at: number;
  update: number;
  chat: number;
  text: string;
}

/** A bot that writes down what it gets, and echoes it. */
export interface TestBot {
  readonly name: string;
  readonly simulated: SimulatedBot;
  readonly mode: 'webhook' | 'polling';
  /** In the order of receipt. */
  readonly receipts: readonly Receipt[];
  readonly caller: EchoCaller;
  /** Answers of getUpdates other than a list: status by status. A framework ends at 401 and 409. */
  readonly failedPolls: Record<string, number>;
  /** While it is down, its webhook answers 500, or it does not poll. */
  setDown(isDown: boolean): void;
  close(): Promise<void>;
}

interface TextUpdate {
  update_id: number;
  message?: { chat: { id: number }; text?: string };
}

/** The part that both kinds of bot have in common. */
export function createReceiver(root: string, token: string) {
  const receipts: Receipt[] = [];
  const caller = createEchoCaller(root, token);
  return {
    receipts,
    caller,
    take({ update_id: update, message }: TextUpdate): void {
      if (message?.text === undefined) return;
      receipts.push({ at: Date.now(), update, chat: message.chat.id, text: message.text });
      caller.echo(message.chat.id, message.text);
    },
  };
}
