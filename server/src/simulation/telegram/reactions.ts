import { phrasesFor } from '../data/phrases.ts';
import type { Random } from '../random.ts';
import * as actions from '../users/actions.ts';
import { privateChat, type Scene } from '../users/scene.ts';
import type { Message, UpdateBody } from '../users/telegram-types.ts';
import type { DeliveredMessage } from './simulated-telegram.ts';

/** Reaction of a user to a message, `afterMs` after they got it. */
export interface Reaction extends Omit<DeliveredMessage, 'buttons'> {
  does: 'press' | 'reply' | 'look' | 'pay' | 'leave' | 'return';
  /** For `press`: number of the button with data, from 0. */
  button: number;
  afterMs: number;
}

/** Shares of those who got a message; the others do nothing. Half the buttons are pressed within half a minute. */
const shares = { press: 0.19, reply: 0.04, look: 0.05, leave: 0.014 };
const soonestMs = 3_000;
const usualMs = 40_000;
const latestMs = 240_000;

/** Almost always nothing: what a user does within minutes of a message. */
export function reactionsTo({ buttons, ...message }: DeliveredMessage, random: Random): Reaction[] {
  const afterMs = Math.min(latestMs, soonestMs + Math.ceil(random.waiting(usualMs)));
  const reaction = (action: Reaction['does'], overrides: Partial<Reaction> = {}): Reaction => ({
    ...message,
    does: action,
    button: 0,
    afterMs,
    ...overrides,
  });
  let drawn = random.next();
  const falls = (share: number): boolean => {
    drawn -= share;
    return drawn < 0;
  };
  if (falls(buttons > 0 ? shares.press : 0)) {
    // The first button is the one that the message is about.
    const button = random.chance(0.6) ? 0 : random.between(0, buttons - 1);
    const laterMs = afterMs + random.between(8_000, 60_000);
    return [
      reaction('press', { button }),
      ...(random.chance(0.2) ? [reaction('pay', { afterMs: laterMs })] : []),
      ...(random.chance(0.15) ? [reaction('press', { button, afterMs: laterMs + 5_000 })] : []),
    ];
  }
  if (falls(shares.reply)) return [reaction('reply')];
  if (falls(shares.look)) return [reaction('look')];
  if (!falls(shares.leave)) return [];
  // Most leave for good; the demo would run out of users if all did.
  const returns = random.chance(0.7);
  return [
    reaction('leave'),
    ...(returns ? [reaction('return', { afterMs: afterMs + random.between(600_000, 2_400_000) })] : []),
  ];
}

/**
 * The data of a pressed button as the simulation records it: its place. Visitors write the messages, and what they wrote
 * is theirs alone.
 */
export const neutralData = (button: number): string => `campaign:${button + 1}`;

/** The update that the bot gets. `data` of a button: what is recorded for it. */
export function reactionUpdate(
  scene: Scene,
  { does, button, messageId }: Reaction,
  data: (button: number) => string = neutralData,
): UpdateBody {
  switch (does) {
    case 'press':
      return actions.pressesButton(scene, data(button), buildMessage(scene, messageId));
    case 'reply':
      return actions.writesText(scene, scene.random.pick(phrasesFor(scene.user.language_code).free));
    case 'look':
      return actions.writesText(scene, '/menu');
    case 'pay': {
      const payload = `order-${scene.random.digits(6)}`;
      return actions.completesPayment(scene, { amount: scene.random.pick([50, 100, 250]), currency: 'XTR', payload });
    }
    case 'leave':
      return actions.blocksBot(scene);
    case 'return':
      return actions.unblocksBot(scene);
  }
}

/** As Telegram gives a message that cannot be read any more: without what it said. */
const buildMessage = ({ bot, user, date }: Scene, messageId: number): Message => ({
  message_id: messageId,
  from: bot,
  chat: privateChat(user),
  date,
});
