import type { MenuButton } from '@botscope/contract';
import { child, text } from '../../telegram/json.ts';
import type { BotRow } from '../bots/bots.ts';
import type { BotCaller } from './bot-caller.ts';

/** The button of all chats that have none of their own. A type that we do not know shows as the default one. */
export async function readMenuButton({ ask }: Pick<BotCaller, 'ask'>, bot: BotRow): Promise<MenuButton> {
  const button = await ask(bot, 'getChatMenuButton');
  if (button.type === 'web_app') {
    return { type: 'web_app', text: text(button.text, 64), url: text(child(button, 'web_app').url, 2_048) };
  }
  return { type: button.type === 'commands' ? 'commands' : 'default' };
}

/** Sends the button only if it differs. */
export async function writeMenuButton(caller: BotCaller, bot: BotRow, button: MenuButton): Promise<void> {
  const currentButton = await readMenuButton(caller, bot);
  if (JSON.stringify(currentButton) === JSON.stringify(button)) return;
  const menuButton =
    button.type === 'web_app' ? { type: 'web_app', text: button.text, web_app: { url: button.url } } : button;
  await caller.call(bot, 'setChatMenuButton', { menu_button: menuButton }, 'button');
}
