import { integer, isObject, type JsonObject } from '../telegram/json.ts';

/** What Telegram marks as a command; only used where a client left the marks out. */
const unmarkedCommand = /^\/[A-Za-z0-9_]{1,32}(?:@[A-Za-z0-9_]{1,32})?(?=\s|$)/;

export interface Command {
  /** With its slash, in lower case, without `@bot`: `/start`. People type "/Start" too, and mean the same command. */
  name: string;
  /** What follows it, without the space around. */
  rest: string;
}

/**
 * The command that a message begins with. Telegram marks commands by an entity, and a text it did not mark (say, a path
 * inside a code block) is none. Hand-made updates have no entities at all: there the text decides.
 */
export function parseCommand(message: JsonObject): Command | null {
  const said = message.text;
  if (typeof said !== 'string' || !said.startsWith('/')) return null;
  const length = hasEntities(message) ? markedLength(message.entities) : (unmarkedCommand.exec(said)?.[0].length ?? 0);
  if (length < 2) return null;
  const [name = ''] = said.slice(0, length).toLowerCase().split('@', 1);
  return name.length < 2 ? null : { name, rest: said.slice(length).trim() };
}

function hasEntities(message: JsonObject): message is JsonObject & { entities: readonly unknown[] } {
  const entities = message.entities;
  return Array.isArray(entities) && entities.length > 0;
}

/** Length of the command entity at the very beginning; 0 if there is none. */
function markedLength(entities: readonly unknown[]): number {
  for (const entity of entities) {
    if (isObject(entity) && entity.type === 'bot_command' && entity.offset === 0) return integer(entity.length);
  }
  return 0;
}
