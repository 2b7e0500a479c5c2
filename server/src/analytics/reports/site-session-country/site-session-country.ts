import { siteSessionsBy } from '../site-session-lines.ts';

/** Website sessions by country, ISO 3166-1 alpha-2, of the address that they came from; '' = not known. */
export const siteSessionCountry = siteSessionsBy('site_country');
