import { badRequest } from '../errors.ts';
import { type Method, toAnswer } from '../method.ts';
import { isRecord, type Params } from '../params.ts';

const scopes = [
  'default',
  'all_private_chats',
  'all_group_chats',
  'all_chat_administrators',
  'chat',
  'chat_administrators',
  'chat_member',
];

export const setMyCommands: Method = ({ bot, params }) => {
  const list = params.json('commands', 'list of bot commands') ?? [];
  if (!Array.isArray(list)) throw badRequest('expected an Array of BotCommand');
  if (list.length > 100) throw badRequest('BOT_COMMANDS_TOO_MUCH');
  const commands = list.map((item) => {
    if (!isRecord(item)) throw badRequest("can't parse BotCommand: expected an Object");
    const command = String(item.command ?? '').replace(/^\//, '');
    const description = String(item.description ?? '').trim();
    if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest('BOT_COMMAND_INVALID');
    if (description.length < 1 || description.length > 256) throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
    return { command, description };
  });
  if (commands.length === 0) bot.commands.delete(parseKey(params));
  else bot.commands.set(parseKey(params), commands);
  return toAnswer(true);
};

export const getMyCommands: Method = ({ bot, params }) => toAnswer(bot.commands.get(parseKey(params)) ?? []);

export const deleteMyCommands: Method = ({ bot, params }) => {
  bot.commands.delete(parseKey(params));
  return toAnswer(true);
};

/** Scope and language together; each pair has a list of its own. */
function parseKey(params: Params): string {
  const scope = params.json('scope', 'BotCommandScope') ?? { type: 'default' };
  if (!isRecord(scope) || !scopes.includes(String(scope.type))) throw badRequest('unsupported type specified');
  const language = params.text('language_code');
  if (!/^([a-z]{2})?$/.test(language)) throw badRequest('invalid language code specified');
  return [scope.type, scope.chat_id ?? '', scope.user_id ?? '', language].join('/');
}
