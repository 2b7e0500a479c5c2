import type { Event } from '@botscope/contract';
import { type ReportedValues, reportedParts, type SiteRow, siteRow } from './site-row.ts';

/** Action on a website of a user whom it recognized. */
export interface SiteEvent extends SiteRow, ReportedValues {
  userId: number;
  host: string;
  path: string;
  category: string;
}

/**
 * The event of a recognised user, beside the hit, which stays nobody's: reports on websites count all visitors alike. No
 * action and no contact: who has left the bot may still visit the website. Of one hit a user has one such event.
 */
export function siteEvent(event: SiteEvent): Event {
  const { site, userId, host, path, category } = event;
  const reported = reportedParts({ host, path, category }, event);
  return {
    ...siteRow('site_event', event),
    userId,
    chatId: userId,
    payload: JSON.stringify({ site_event: { site, ...reported } }),
  };
}
