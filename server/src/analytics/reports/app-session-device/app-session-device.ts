import { appSessionsBy } from '../app-session-lines.ts';

/** Mini App sessions by the kind of Telegram app they ran in, in Telegram's words. */
export const appSessionDevice = appSessionsBy('platform');
