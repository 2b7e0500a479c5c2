import type { Parameter } from '../../events/store/event-store.ts';

/** Button data has at most 64 bytes: this length cuts nothing. */
export const longestButton = 64;

/** Rules that name what a bot's users press and type. */
export interface CommandRules {
  /** The bot's approved hidden commands: texts of the private chat that count as commands. */
  hiddenCommands: readonly string[];
  /** Button data is counted by its first characters, this many. */
  callbackMaxLength: number;
}

/** SQL for the commands and buttons of a bot. */
export interface CommandSql {
  /** Condition on content: is it a command or button? */
  isOne: string;
  /** Name of the command or button. */
  name: string;
  /** The type that an action counts as. */
  type: string;
  params: Record<string, Parameter>;
}

/**
 * Approved hidden commands are texts of the private chat, typed exactly so; they count as commands. Button data counts
 * by its first characters. A bot that has neither is asked in the shorter words: its texts are not read at all.
 */
export function commandSql({ hiddenCommands, callbackMaxLength }: CommandRules): CommandSql {
  const hides = hiddenCommands.length > 0;
  const cuts = callbackMaxLength < longestButton;
  if (!hides && !cuts) {
    return { isOne: "type IN ('command', 'button') AND name != ''", name: 'name', type: 'type', params: {} };
  }
  const isHidden = "events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)}";
  const isOne = "events.type IN ('command', 'button') AND events.name != ''";
  // The table is named, for the names of columns are also the names of the answer's columns. Characters are code points.
  const nameSql = cuts
    ? "if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)"
    : 'events.name';
  return {
    isOne: hides ? `(${isOne} OR ${isHidden})` : isOne,
    name: hides ? `if(events.type = 'text', text, ${nameSql})` : nameSql,
    type: hides ? `if(${isHidden}, 'command', events.type)` : 'type',
    params: {
      ...(hides ? { hidden: hiddenCommands } : {}),
      ...(cuts ? { callback_length: callbackMaxLength } : {}),
    },
  };
}

/** A column of the answer: an expression under its own name, or the column as it is. */
export const aliasColumn = (expression: string, name: string): string =>
  expression === name ? name : `${expression} AS ${name}`;
