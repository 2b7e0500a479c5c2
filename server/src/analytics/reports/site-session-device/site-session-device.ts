import { siteSessionsBy } from '../site-session-lines.ts';

/** Website sessions by the class of device: desktop, mobile, tablet; '' = not known. */
export const siteSessionDevice = siteSessionsBy('site_device');
