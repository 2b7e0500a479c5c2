import { botErrors } from '../../../bot-errors/locales/ru/bot-errors.ts';
import { botSettings } from '../../../bot-settings/locales/ru/bot-settings.ts';
import { addBot } from '../../../connections/locales/ru/add-bot.ts';
import { connection } from '../../../connections/locales/ru/connection.ts';
import { inbox } from '../../../notifications/locales/ru/inbox.ts';
import { upload } from '../../../uploads/locales/ru/upload.ts';
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
