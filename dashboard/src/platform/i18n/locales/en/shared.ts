import { errorsText } from './errors-text.ts';
import { general } from './general.ts';
import { notify } from './notify.ts';
import { shell } from './shell.ts';

/** What every part of the dashboard may say. */
export const shared = {
  General: { ...general, ErrorsText: errorsText },
  Menu: { dashboard: 'Dashboard' },
  Notify: notify,
  Shell: shell,
};
