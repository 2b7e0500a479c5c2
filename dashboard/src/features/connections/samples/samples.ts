import { curl } from './curl.ts';
import type { Addresses, Framework, Way } from './framework.ts';
import { goTelegram, goTelegramBotApi, telebot } from './go.ts';
import {
  gramio,
  grammy,
  nodeTelegramBotApi,
  nodeTelegramBotApiClassic,
  puregram,
  telegraf,
  typescriptTelegramBotApi,
} from './javascript.ts';
import { longman } from './php.ts';
import { aiogram, pyTelegramBotApi, pythonTelegramBot } from './python.ts';

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
