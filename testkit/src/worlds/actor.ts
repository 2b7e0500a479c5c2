import type { TelegramUser } from '../oracle/deliveries.ts';
import type { Dice } from './dice.ts';

/** A user of a world, as Telegram shows them now. */
export type Actor = TelegramUser;

/** Something that happened, as it could be sent. */
export type SimulatedEvent = { at: number } & (
  | { what: 'update'; update: object }
  | { what: 'call'; method: string; params: object; response?: object }
  /** `target`: an index among the targets of the world. */
  | { what: 'conversion'; target: number; userId: number; value?: number; unit?: string }
  | { what: 'listed'; from: TelegramUser; source: string; dateAdded: string; hasLeft: boolean; dateLeft: string }
);

/** Sources of chance, and of the numbers that Telegram would assign, for scenarios. */
export interface Stage {
  dice: Dice;
  number(): number;
  /** Group that the bot is in. */
  group: { id: number; type: string; title: string };
}

const firstNames = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve', 'Maria', 'Иван', '🌸 Ольга!', 'Petra', 'Xyzzy'];
const languages = ['en', 'ru', 'pt-br', 'de', ''];

export function createActor(id: number, dice: Dice): Actor {
  return changeActor({ id, first_name: dice.pick(firstNames) }, dice);
}

/** Returns the same user with another name, language or premium. */
export function changeActor(actor: Actor, dice: Dice): Actor {
  const language = dice.pick(languages);
  return {
    id: actor.id,
    first_name: dice.chance(0.5) ? actor.first_name : dice.pick(firstNames),
    ...(dice.chance(0.3) ? { last_name: dice.pick(['Lee', 'Ким']) } : {}),
    ...(dice.chance(0.5) ? { username: `u${actor.id}` } : {}),
    ...(language === '' ? {} : { language_code: language }),
    ...(dice.chance(0.3) ? { is_premium: true } : {}),
  };
}
