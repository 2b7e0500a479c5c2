import type { CampaignSummary } from '@botscope/contract';
import { formatLocalTime } from './zoned-time.ts';

/** A campaign on the day on which it begins. */
export interface CalendarEntry {
  campaign: CampaignSummary;
  /** ISO 8601. */
  begin: string;
  /** Null: it has not ended. */
  end: string | null;
}

const dayMs = 86_400_000;
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** `YYYY-MM`, or the month of now where it is none. */
export function parseMonth(text: string | undefined, now: number, timeZone: string): string {
  if (text !== undefined && /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(text)) return text;
  return formatLocalTime(new Date(now).toISOString(), timeZone).slice(0, 7);
}

export function shiftMonth(month: string, step: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7);
}

/** The days of whole weeks that a month is in, `YYYY-MM-DD`; weeks begin on Monday. */
export function daysOfMonth(month: string): string[] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const last = Date.parse(`${shiftMonth(month, 1)}-01T00:00:00Z`) - dayMs;
  const fromMonday = (moment: number): number => (new Date(moment).getUTCDay() + 6) % 7;
  const begin = first - fromMonday(first) * dayMs;
  const count = (last - begin) / dayMs + 7 - fromMonday(last);
  return Array.from({ length: count }, (_, index) => dayOf(begin + index * dayMs));
}

/** Planned, running and ended campaigns by the local day on which they begin, in the order of their times. Drafts have none. */
export function entriesByDay(campaigns: readonly CampaignSummary[], timeZone: string): Map<string, CalendarEntry[]> {
  const entries = campaigns.flatMap((campaign): CalendarEntry[] => {
    const begin = campaign.date_start ?? (campaign.status === 'Draft' ? null : campaign.date_send);
    return begin === null ? [] : [{ campaign, begin, end: campaign.date_finish }];
  });
  entries.sort((one, other) => Date.parse(one.begin) - Date.parse(other.begin));
  return Map.groupBy(entries, ({ begin }) => formatLocalTime(begin, timeZone).slice(0, 10));
}
