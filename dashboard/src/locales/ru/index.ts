import { addBot } from './add-bot.ts';
import { auth } from './auth.ts';
import { bots } from './bots.ts';
import { errorsText } from './errors-text.ts';
import { general } from './general.ts';
import { home } from './home.ts';
import { notify } from './notify.ts';
import { profile } from './profile.ts';
import { reports } from './reports.ts';
import { shell } from './shell.ts';

/** The whole dictionary of the language. Slices live beside this file, one per part of the product. */
export const ru = {
  General: { ...general, ErrorsText: errorsText },
  AddBot: addBot,
  Auth: auth,
  Bots: bots,
  Home: home,
  Notify: notify,
  Profile: profile,
  Reports: reports,
  Shell: shell,
};
