import { appSessionsBy } from '../app-session-lines.ts';

/** Mini App sessions by the source of the launch that began them; '' = opened without a payload. */
export const appSessionSource = appSessionsBy('source');
