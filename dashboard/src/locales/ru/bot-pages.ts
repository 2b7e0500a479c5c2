import { addBot } from './add-bot.ts';
import { botErrors } from './bot-errors.ts';
import { botHome } from './bot-home.ts';
import { botSettings } from './bot-settings.ts';
import { bots } from './bots.ts';
import { connection } from './connection.ts';
import { inbox } from './inbox.ts';
import { upload } from './upload.ts';

/** What the pages about bots download besides: `withBotTexts` of i18n.ts. */
export const botPages = {
  AddBot: addBot,
  BotErrors: botErrors,
  BotHome: botHome,
  BotSettings: botSettings,
  Bots: bots,
  Connection: connection,
  Inbox: inbox,
  Upload: upload,
};
