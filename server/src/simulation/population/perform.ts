import { phrasesFor } from '../data/phrases.ts';
import { messageWithButton } from '../data/shop-menu.ts';
import * as actions from '../users/actions.ts';
import type { MediaKind } from '../users/media.ts';
import { privateChat, type Scene } from '../users/scene.ts';
import type { Message, UpdateBody } from '../users/telegram-types.ts';
import type { Step, Visitor } from './visitor.ts';

/** The bot knows five commands; /start is the first of them. */
const commands = [
  ['/menu', 42],
  ['/buy', 24],
  ['/help', 20],
  ['/settings', 14],
] as const;
const mediaKinds: readonly (readonly [MediaKind, number])[] = [
  ['photo', 46],
  ['sticker', 22],
  ['voice', 15],
  ['document', 7],
  ['video', 4],
  ['location', 3],
  ['contact', 3],
];
const buttons = [
  ['catalog', 20],
  ['item:1', 8],
  ['item:2', 7],
  ['item:3', 6],
  ['item:4', 4],
  ['item:7', 3],
  ['size:41', 3],
  ['size:42', 4],
  ['cart', 9],
  ['pay', 5],
  ['orders', 6],
  ['back', 12],
  ['faq', 5],
  ['subscribe', 3],
] as const;
const purchases = [
  { amount: 50, currency: 'XTR' },
  { amount: 100, currency: 'XTR' },
  { amount: 250, currency: 'XTR' },
  { amount: 990, currency: 'XTR' },
  { amount: 149_000, currency: 'RUB' },
] as const;

/** Does one step of a visit: gives the update and notes in the visitor what later steps build on. */
export function perform(scene: Scene, visitor: Visitor, step: Step): UpdateBody {
  const { random } = scene;
  const phrases = phrasesFor(visitor.user.language_code);
  switch (step) {
    case 'start': {
      const isReturning = visitor.visits > 0 && !visitor.isBlocked;
      const payload = isReturning ? '' : visitor.origin.payload;
      return actions.writesText(scene, payload === '' ? '/start' : `/start ${payload}`);
    }
    case 'command':
      return actions.writesText(scene, random.weighted(commands));
    case 'keyboard':
      return actions.writesText(scene, random.pick(phrases.keyboard));
    case 'text':
      return remember(visitor, actions.writesText(scene, random.pick(phrases.free)));
    case 'edit': {
      if (!visitor.lastText) return remember(visitor, actions.writesText(scene, random.pick(phrases.free)));
      return actions.editsText(scene, visitor.lastText, random.pick(phrases.free));
    }
    case 'media': {
      const kind = random.weighted(mediaKinds);
      const hasCaption = kind === 'photo' && random.chance(0.3);
      return actions.sendsMedia(scene, kind, hasCaption ? random.pick(phrases.captions) : undefined);
    }
    case 'button': {
      const data = random.weighted(buttons);
      return actions.pressesButton(scene, data, lastMenu(scene, visitor, data));
    }
    case 'inline':
      visitor.lastQuery = random.pick(phrases.inline);
      return actions.sendsInlineQuery(scene, visitor.lastQuery);
    case 'choose':
      return actions.choosesInline(scene, visitor.lastQuery, `item-${random.between(1, 12)}`);
    case 'mini app':
      return actions.sendsMiniAppData(
        scene,
        JSON.stringify({ item: random.between(1, 12), size: random.between(36, 46) }),
      );
    case 'checkout':
      visitor.purchase = { ...random.pick(purchases), payload: `order-${random.digits(6)}` };
      return actions.startsCheckout(scene, visitor.purchase);
    case 'paid':
      return actions.completesPayment(
        scene,
        visitor.purchase ?? { ...purchases[0], payload: `order-${random.digits(6)}` },
      );
    case 'block':
      visitor.isBlocked = true;
      return actions.blocksBot(scene);
    case 'unblock':
      visitor.isBlocked = false;
      return actions.unblocksBot(scene);
  }
}

function remember(visitor: Visitor, body: { message: Message }): UpdateBody {
  visitor.lastText = body.message;
  return body;
}

/** The bot's last message to the visitor, which has the button. */
function lastMenu(scene: Scene, visitor: Visitor, data: string): Message {
  return {
    message_id: Math.max(1, visitor.lastMessageId),
    from: scene.bot,
    chat: privateChat(visitor.user),
    date: scene.date - scene.random.between(1, 40),
    ...messageWithButton(data, visitor.user.language_code),
  };
}
