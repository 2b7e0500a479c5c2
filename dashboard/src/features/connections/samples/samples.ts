import { aiogram } from './aiogram.ts';
import { curl } from './curl.ts';
import type { Addresses, Framework, Way } from './framework.ts';
import { goTelegram, goTelegramBotApi, telebot } from './go.ts';
import { gramio } from './gramio.ts';
import { grammy } from './grammy.ts';
import { nodeTelegramBotApi, nodeTelegramBotApiClassic } from './node-telegram-bot-api.ts';
import { longman } from './php.ts';
import { puregram } from './puregram.ts';
import { pyTelegramBotApi } from './pytelegrambotapi.ts';
import { pythonTelegramBot } from './python-telegram-bot.ts';
import { telegraf } from './telegraf.ts';
import { typescriptTelegramBotApi } from './typescript-telegram-bot-api.ts';

export interface Sample {
  /** Name of the framework, the same in every language. */
  framework: string;
  /** Heading over it in the list. */
  language: Framework['language'];
  code: string;
}

/** All frameworks, by language, the most used first. */
export const frameworks: readonly Framework[] = [
  grammy,
  telegraf,
  nodeTelegramBotApi,
  nodeTelegramBotApiClassic,
  gramio,
  puregram,
  typescriptTelegramBotApi,
  aiogram,
  pythonTelegramBot,
  pyTelegramBotApi,
  goTelegram,
  telebot,
  goTelegramBotApi,
  longman,
  curl,
];

/** The lines for one way, of every framework that has it. */
export function samplesFor(way: Way, addresses: Addresses): Sample[] {
  return frameworks.flatMap(({ name, language, [way]: write }) =>
    write ? [{ framework: name, language, code: write(addresses) }] : [],
  );
}
