import type { CampaignParam, Event } from '@botscope/contract';
import { type SiteHit, siteHitEvent } from '../../../events/normalize/site-hit-event.ts';

/*
 * Visits to two websites of the reports' tests, example.com and www.blog.example, in Kolkata (UTC+5:30). The reports ask
 * about 10 to 12 March. A page view is a path with what it came from; `+4,000` is a heartbeat of 4,000 ms in the
 * foreground. Ann and Dan are in Germany, Cid is in Brazil, and Ben's country is not known.
 *
 * | who               | hits                                                          | session | begins | engaged (ms) | views | source       |
 * |-------------------|---------------------------------------------------------------|---------|--------|--------------|-------|--------------|
 * | Ann, desktop      | 9 Mar 23:50 /old (utm_source old), 10 Mar 00:10 /prices        | before  | 9      |              |       |              |
 * |                   | 10 Mar 00:40 / (utm_source ads, gclid), 00:40:09.999 +9,999    | A1      | 10     | 9,999        | 1     | ads          |
 * |                   | 01:10:09.999 /prices (gclid), 01:20 +8,000, 01:30 /buy (ref.),  | A2      | 10     | 12,001       | 2     | google       |
 * |                   | 01:31 click to the bot, 01:31 +4,001                           |         |        |              |       |              |
 * | no consent        | 11 Mar 12:00 /                                                 | none    |        |              |       |              |
 * | Ben, mobile       | 12 Mar 10:00 / (from www.news.example/today), 10:00:10 +10,000  | B1      | 12     | 10,000       | 1     | news.example |
 * |                   | 10:31 +1,001: no page is shown                                 | B2      | 12     | 1,001        | 0     | direct       |
 * | Cid, not known    | 12 Mar 23:45 /a, 13 Mar 00:14:59.999 /b                         | C1      | 12     | 0            | 2     | direct       |
 * |                   | 13 Mar 00:44:59.999 /c (30:00 after the last)                   | after   | 13     |              |       |              |
 * | Dan, tablet, on   | 12 Mar 11:00 / (utm_source ads), 11:00:05 click to the bot,      | D1      | 12     | 1            | 1     | ads          |
 * | www.blog.example  | 11:00:06 +1                                                    |         |        |              |       |              |
 */
export const sitePeriod = { period: '2024-03-10..2024-03-12', timeZone: 'Asia/Kolkata', detail: 'day' } as const;

/** A hit of a website, received a second later; a page view of `/` unless said otherwise. */
export function toSiteHit(bot: string, id: string, moment: string, overrides: Partial<SiteHit> = {}): Event {
  const timestamp = Date.parse(moment);
  return siteHitEvent({
    ...{
      bot,
      id,
      at: timestamp,
      deviceTime: timestamp,
      receivedAt: timestamp + 1_000,
      site: 1,
      name: 'page',
      visitor: 'ann',
      page: 'p',
      path: '/',
    },
    ...{
      host: 'example.com',
      referrer: '',
      campaign: {},
      width: '',
      device: 'desktop',
      browser: '',
      os: '',
      country: '',
    },
    ...{ category: '', value: null, unit: '', props: {}, script: '1' },
    ...overrides,
  });
}

export function siteSessionScenario(bot: string): Event[] {
  const events: Event[] = [];
  const visitor = (visitorFields: Partial<SiteHit>) => {
    const hit = (dayTime: string, overrides: Partial<SiteHit>) => {
      const [day, clock] = dayTime.split(' ');
      const moment = `2024-03-${day?.padStart(2, '0')}T${clock}+05:30`;
      events.push(toSiteHit(bot, String(events.length), moment, { ...visitorFields, ...overrides }));
    };
    return {
      shows: (dayTime: string, path: string, campaign: Partial<Record<CampaignParam, string>> = {}, referrer = '') =>
        hit(dayTime, { path, campaign, referrer }),
      looks: (dayTime: string, engaged: number) => hit(dayTime, { name: 'visible', path: '/', props: { engaged } }),
      clicks: (dayTime: string) => hit(dayTime, { name: 'bot_link', props: { bot: 'shop_bot' } }),
    };
  };
  const ann = visitor({ visitor: 'ann', country: 'DE' });
  ann.shows('9 23:50:00', '/old', { utm_source: 'old' });
  ann.shows('10 00:10:00', '/prices');
  ann.shows('10 00:40:00', '/', { utm_source: 'ads', gclid: 'x' });
  ann.looks('10 00:40:09.999', 9_999);
  ann.shows('10 01:10:09.999', '/prices', { gclid: 'x' });
  ann.looks('10 01:20:00', 8_000);
  ann.shows('10 01:30:00', '/buy', {}, 'other.example/');
  ann.clicks('10 01:31:00');
  ann.looks('10 01:31:00', 4_001);
  visitor({ visitor: '', device: 'mobile' }).shows('11 12:00:00', '/');
  const ben = visitor({ visitor: 'ben', device: 'mobile' });
  ben.shows('12 10:00:00', '/', {}, 'www.news.example/today');
  ben.looks('12 10:00:10', 10_000);
  ben.looks('12 10:31:00', 1_001);
  const cid = visitor({ visitor: 'cid', device: '', country: 'BR' });
  cid.shows('12 23:45:00', '/a');
  cid.shows('13 00:14:59.999', '/b');
  cid.shows('13 00:44:59.999', '/c');
  const dan = visitor({ visitor: 'dan', device: 'tablet', country: 'DE', site: 2, host: 'www.blog.example' });
  dan.shows('12 11:00:00', '/', { utm_source: 'ads' });
  dan.clicks('12 11:00:05');
  dan.looks('12 11:00:06', 1);
  return events;
}
