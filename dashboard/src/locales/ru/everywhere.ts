import { errorsText } from './errors-text.ts';
import { general } from './general.ts';
import { home } from './home.ts';
import { notify } from './notify.ts';
import { reports } from './reports.ts';
import { shell } from './shell.ts';

/** What every page's first visit downloads. */
export const everywhere = {
  General: { ...general, ErrorsText: errorsText },
  Home: home,
  Notify: notify,
  Reports: reports,
  Shell: shell,
};
