import { botErrors } from '../../../bot-errors/locales/en/bot-errors.ts';
import { botSettings } from '../../../bot-settings/locales/en/bot-settings.ts';
import { addBot } from '../../../connections/locales/en/add-bot.ts';
import { connection } from '../../../connections/locales/en/connection.ts';
import { inbox } from '../../../notifications/locales/en/inbox.ts';
import { upload } from '../../../uploads/locales/en/upload.ts';
import { botHome } from './bot-home.ts';
import { bots } from './bots.ts';

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
