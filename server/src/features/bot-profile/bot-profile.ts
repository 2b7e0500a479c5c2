import type { BotCommands, BotProfile, MenuButton } from '@botscope/contract';
import QuickLRU from 'quick-lru';
import type { Dispatcher } from 'undici';
import { systemClock } from '../../platform/clock.ts';
import { child, integer, text } from '../../telegram/json.ts';
import type { TelegramClient } from '../../telegram/telegram-client.ts';
import type { BotRow } from '../bots/bots.ts';
import { type BotAccess, type BotCaller, createBotCaller } from './bot-caller.ts';
import { type CommandTarget, readCommands, writeCommands } from './commands.ts';
import { type BotPhoto, findPhoto, hasPhoto } from './photo.ts';
import { type ProfileTexts, readTexts, writeTexts } from './texts.ts';

/** The button of all chats that have none of their own. A type that we do not know shows as the default one. */
async function readMenuButton({ ask }: Pick<BotCaller, 'ask'>, bot: BotRow): Promise<MenuButton> {
  const button = await ask(bot, 'getChatMenuButton');
  if (button.type === 'web_app') {
    return { type: 'web_app', text: text(button.text, 64), url: text(child(button, 'web_app').url, 2_048) };
  }
  return { type: button.type === 'commands' ? 'commands' : 'default' };
}

/** Sends the button only if it differs. */
async function writeMenuButton(caller: BotCaller, bot: BotRow, button: MenuButton): Promise<void> {
  const currentButton = await readMenuButton(caller, bot);
  if (JSON.stringify(currentButton) === JSON.stringify(button)) return;
  const menuButton =
    button.type === 'web_app' ? { type: 'web_app', text: button.text, web_app: { url: button.url } } : button;
  await caller.call(bot, 'setChatMenuButton', { menu_button: menuButton }, 'button');
}

/**
 * A bot's profile at Telegram, read and changed with the bot's own token. Nothing is stored here. Everything throws
 * AppError NeedToken, WrongToken, TelegramRefused (Telegram's words are its message) and TelegramUnavailable.
 */
export interface BotProfiles {
  profile(bot: BotRow, languageCode?: string): Promise<BotProfile>;
  /** Only texts that differ are sent. '' takes a language's text away, so that the one of all others shows. */
  setProfile(bot: BotRow, languageCode: string | undefined, texts: Partial<ProfileTexts>): Promise<BotProfile>;
  /** @throws AppError RequiredFields for a scope that names no chat or user but should */
  commands(bot: BotRow, of: CommandTarget): Promise<BotCommands>;
  setCommands(bot: BotRow, of: CommandTarget, commands: BotCommands): Promise<BotCommands>;
  menuButton(bot: BotRow): Promise<MenuButton>;
  setMenuButton(bot: BotRow, button: MenuButton): Promise<MenuButton>;
  /** The bot's picture, at most ten minutes old, or null. */
  photo(bot: BotRow): Promise<BotPhoto | null>;
}

export function createBotProfile(deps: {
  telegram: Pick<TelegramClient, 'call'>;
  /** The connections to Telegram, for the picture. */
  dispatcher: Dispatcher;
  access: BotAccess;
  now?: () => number;
}): BotProfiles {
  const caller = createBotCaller(deps.telegram, deps.access);
  const { ask } = caller;

  async function profile(bot: BotRow, languageCode = ''): Promise<BotProfile> {
    const [me, texts] = await Promise.all([ask(bot, 'getMe'), readTexts(caller, bot, languageCode)]);
    const id = integer(me.id);
    return {
      id,
      username: text(me.username, 64),
      language_code: languageCode,
      ...texts,
      has_photo: await hasPhoto(caller, bot, id),
      can_join_groups: me.can_join_groups === true,
      can_read_all_group_messages: me.can_read_all_group_messages === true,
      supports_inline_queries: me.supports_inline_queries === true,
      can_connect_to_business: me.can_connect_to_business === true,
      has_main_web_app: me.has_main_web_app === true,
    };
  }

  return {
    profile,
    async setProfile(bot, languageCode = '', texts) {
      await writeTexts(caller, bot, languageCode, texts);
      return profile(bot, languageCode);
    },
    commands: (bot, target) => readCommands(caller, bot, target),
    async setCommands(bot, target, commands) {
      await writeCommands(caller, bot, target, commands);
      return readCommands(caller, bot, target);
    },
    menuButton: (bot) => readMenuButton(caller, bot),
    async setMenuButton(bot, button) {
      await writeMenuButton(caller, bot, button);
      return readMenuButton(caller, bot);
    },
    photo: createPhotoCache((bot) => findPhoto({ ...deps, caller }, bot), deps.now),
  };
}

/** Bots change their picture rarely, and every page of the dashboard shows some. */
const keepMs = 600_000;
/** With pictures of at most 128 kB, and up to twice as many in the cache: 16 MB. */
const maxPhotos = 64;

/** Pictures in memory, so that Telegram is asked once in ten minutes; also that there is none. Failures are not kept. */
function createPhotoCache(fetch: (bot: BotRow) => Promise<BotPhoto | null>, monotonic = systemClock.monotonic) {
  const photos = new QuickLRU<string, { photo: Promise<BotPhoto | null>; until: number }>({ maxSize: maxPhotos });
  return (bot: BotRow): Promise<BotPhoto | null> => {
    // Another token may be of another bot.
    const name = `${bot.key} ${bot.token_hash}`;
    const entry = photos.get(name);
    if (entry !== undefined && entry.until > monotonic()) return entry.photo;
    const photo = fetch(bot);
    photos.set(name, { photo, until: monotonic() + keepMs });
    photo.catch(() => {
      if (photos.get(name)?.photo === photo) photos.delete(name);
    });
    return photo;
  };
}
