import { siteEvents } from '@botscope/contract';

/** Time without a hit after which a session on a website ends, ms. */
export const siteSessionGapMs = 30 * 60_000;

/** Hits that say only that the page is (still) shown: they are no part of what its visitor does. */
const heartbeats = `'${siteEvents.visible}', '${siteEvents.hidden}'`;

/** A column of `events`: the source or path of page views, the device and the country of all hits. */
export type SiteSessionValue = 'site_source' | 'site_path' | 'site_device' | 'site_country';

/**
 * One row per session on a website that begins in the period: `visitor_id`; `begin`, Unix ms; `views`, how many pages were
 * shown; `events`, how often its visitor did anything else; `engaged`, ms in the foreground. With `value` also `entry` and
 * `exit`, that column of the first and the last page view, or hit where no page was shown. Visitors are known for one day
 * and on one website, so no session goes on past midnight UTC. Needs the parameter `session_gap`.
 */
export const siteSessionsSql = (hits: string, value?: SiteSessionValue): string => `
  SELECT
    visitor_id, hits[1].1 AS begin,
    arrayCount(hit -> hit.2 = '${siteEvents.page}', hits) AS views,
    arrayCount(hit -> hit.2 NOT IN ('${siteEvents.page}', ${heartbeats}), hits) AS events,
    arraySum(hit -> hit.3, hits) AS engaged${value === undefined ? '' : endsSql}
  FROM (
    SELECT
      visitor_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), toString(name), engaged_ms${value === undefined ? '' : `, ${valueSql(value)}`}))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM ${hits}
    GROUP BY visitor_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}`;

/** A path says which page it is only together with its host. */
const valueSql = (value: SiteSessionValue): string => (value === 'site_path' ? hostAndPathSql : `toString(${value})`);

/** Host and path of a page view. */
export const hostAndPathSql = '(toString(site_host), site_path)';

const endsSql = `,
    if(views = 0, hits, arrayFilter(hit -> hit.2 = '${siteEvents.page}', hits)) AS shown,
    shown[1].4 AS entry, shown[-1].4 AS exit`;

/** Unix seconds at which such a session begins. */
export const siteSessionBegins = 'toUInt32(intDiv(begin, 1000))';
