import { appSessionsBy } from '../app-session-lines.ts';

/** Mini App sessions by the version of the Mini App interface there. */
export const appSessionVersion = appSessionsBy('app_version');
