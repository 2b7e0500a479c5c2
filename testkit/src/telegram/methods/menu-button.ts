import { badRequest } from '../errors.ts';
import { type Method, toAnswer } from '../method.ts';
import { isRecord, type Params } from '../params.ts';

const commands = { type: 'commands' };

/** Without a chat the button of all chats; a chat without one of its own shows that. */
export const getChatMenuButton: Method = ({ bot, params }) =>
  toAnswer(bot.menuButtons.get(readChatId(params)) ?? bot.menuButtons.get('') ?? commands);

export const setChatMenuButton: Method = ({ bot, params }) => {
  const button = params.json('menu_button', 'menu button') ?? { type: 'default' };
  if (!isRecord(button)) throw badRequest('Object expected as menu button');
  const chat = readChatId(params);
  if (chat !== '') bot.chats.find(chat);
  if (button.type === 'default') bot.menuButtons.delete(chat);
  else bot.menuButtons.set(chat, validateButton(button));
  return toAnswer(true);
};

function validateButton(button: Record<string, unknown>): Record<string, unknown> {
  if (button.type === 'commands') return commands;
  if (button.type !== 'web_app') throw badRequest('MenuButton has unsupported type');
  const { text, web_app } = button;
  if (typeof text !== 'string' || text === '') throw badRequest('BUTTON_TEXT_INVALID');
  const url = isRecord(web_app) ? String(web_app.url) : '';
  if (!/^https:\/\//.test(url)) throw badRequest('menu button Web App URL is invalid: Only HTTPS links are allowed');
  return { type: 'web_app', text, web_app: { url } };
}

const readChatId = (params: Params) => params.text('chat_id');
