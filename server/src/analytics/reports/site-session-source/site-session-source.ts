import { siteSessionsBy } from '../site-session-lines.ts';

/** Website sessions by the source of their first page view (migration 0010 says which that is); '' = direct. */
export const siteSessionSource = siteSessionsBy('site_source');
