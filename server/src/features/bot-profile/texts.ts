import type { BotProfile } from '@botscope/contract';
import { text } from '../../telegram/json.ts';
import type { BotRow } from '../bots/bots.ts';
import type { BotCaller } from './bot-caller.ts';

/** The texts of a profile that exist once per language, in the order in which they are sent. */
export type ProfileText = 'name' | 'description' | 'short_description';
export type ProfileTexts = Record<ProfileText, string>;

const methods: Record<ProfileText, string> = {
  name: 'MyName',
  description: 'MyDescription',
  short_description: 'MyShortDescription',
};
const fields = Object.keys(methods) as ProfileText[];

export async function readTexts(
  { ask }: Pick<BotCaller, 'ask'>,
  bot: BotRow,
  languageCode: BotProfile['language_code'],
): Promise<ProfileTexts> {
  const params = { language_code: languageCode };
  const answers = await Promise.all(fields.map((field) => ask(bot, `get${methods[field]}`, params)));
  const read = (field: ProfileText) => text(answers[fields.indexOf(field)]?.[field], 4_096);
  return { name: read('name'), description: read('description'), short_description: read('short_description') };
}

/**
 * Sends the texts that differ, one after another: Telegram lets a name be changed only a few times a day. An error
 * names its field; the fields before it are changed by then.
 */
export async function writeTexts(
  caller: BotCaller,
  bot: BotRow,
  languageCode: BotProfile['language_code'],
  newTexts: Partial<ProfileTexts>,
): Promise<void> {
  const currentTexts = await readTexts(caller, bot, languageCode);
  for (const field of fields) {
    const value = newTexts[field];
    if (value === undefined || value === currentTexts[field]) continue;
    await caller.call(bot, `set${methods[field]}`, { [field]: value, language_code: languageCode }, field);
  }
}
