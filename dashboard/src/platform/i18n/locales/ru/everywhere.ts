import { reports } from '../../../../analytics/locales/ru/reports.ts';
import { home } from '../../../../features/home/locales/ru/home.ts';
import { errorsText } from './errors-text.ts';
import { general } from './general.ts';
import { notify } from './notify.ts';
import { shell } from './shell.ts';

/** What every page's first visit downloads. */
export const everywhere = {
  General: { ...general, ErrorsText: errorsText },
  Home: home,
  Notify: notify,
  Reports: reports,
  Shell: shell,
};
