import type { Event } from '@botscope/contract';
import { partitionKeyFor } from './assign-partition-key.ts';
import { blankEvent } from './blank-event.ts';
import { hashEventId } from './event-id.ts';

/** Fields of every event of a website's hit. */
export interface SiteRow {
  /** Public key of the website's bot. */
  bot: string;
  /** The website, by its number. */
  site: number;
  /** The event, by the ID that the script gave it. */
  id: string;
  name: string;
  /** When it happened by our clock, and by the device's, Unix ms. */
  at: number;
  deviceTime: number;
  receivedAt: number;
}

/** Values that a page may report with any event. */
export interface ReportedValues {
  /** In whole units; null = none. */
  value: number | null;
  unit: string;
  props: Readonly<Record<string, string | number | boolean>>;
}

/**
 * An event of a website's hit, without its payload. A hit that is sent again, however late, changes nothing: its identity
 * is the ID that the script gave it, and its place follows from the device's clock.
 */
export function siteRow(kind: 'site_hit' | 'site_event', hit: SiteRow): Event {
  const { bot, site, id, name, at, deviceTime, receivedAt } = hit;
  return {
    ...blankEvent({ bot, receivedAt }),
    kind,
    name,
    time: at,
    sentAt: Math.max(0, Math.floor(at / 1000)),
    partitionKey: partitionKeyFor(Math.max(1, Math.floor(deviceTime / 1000)), 0),
    id: hashEventId(`${bot} ${kind} ${JSON.stringify([site, id])}`),
  };
}

/** Leaves out the parts that a page did not report. */
export const reportedParts = (texts: Readonly<Record<string, string>>, { value, unit, props }: ReportedValues) => ({
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
  ...(value === null ? {} : { value, unit }),
  ...(Object.keys(props).length === 0 ? {} : { props }),
});
