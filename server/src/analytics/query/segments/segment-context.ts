import { type SegmentGroup, segmentValue, type TargetValue, type Trigger, type When } from '@botscope/contract';
import type { Parameter, Rollup } from '../../../events/store/event-store.ts';
import type { AttributionSettings } from '../dimensions.ts';
import { dayStart, localDay, shiftDays } from '../period.ts';

/** A segment that rules may name. A list, or a snapshot, is rows of `segment_members`. */
export type NamedSegment = { name: string } & ({ kind: 'dynamic'; rules: SegmentGroup } | { kind: 'list' });

/** Context that gives rules their meaning: a bot, a reader and a moment. */
export interface SegmentContext extends SegmentLookup {
  /** Unix ms, exclusive: the end of the last local day that counts. Later events are not known yet. */
  asOf: number;
  /** IANA name: whose days. */
  timeZone: string;
  /** False: `asOf` lies in the past, so what `users` keeps of the last contact does not hold. */
  isNow: boolean;
  reading: AttributionSettings;
  targets: readonly SegmentTarget[];
  /** Condition on `user_id` that limits the users to read. */
  users?: string;
}

/** The condition `users` behind others; '' where everyone is looked at. */
export const alsoUsers = ({ users }: Pick<SegmentContext, 'users'>): string =>
  users === undefined ? '' : ` AND ${users}`;

/** The segments as values of the dimension `segment`, the newest first; those whose name contains a text. */
export function segmentValues(segments: SegmentLookup['segments'], search = ''): string[] {
  return [...segments]
    .filter(([, { name }]) => name.toLowerCase().includes(search.toLowerCase()))
    .map(([id, { name }]) => segmentValue({ id, name }))
    .reverse();
}

/** A target as conditions need it. */
export interface SegmentTarget {
  id: number;
  trigger: Trigger;
  value: TargetValue;
}

/** Segments and fields of a bot that conditions may name. */
export interface SegmentLookup {
  segments: ReadonlyMap<number, NamedSegment>;
  /** Types of the bot's custom fields by key. */
  fields: ReadonlyMap<string, FieldType>;
}

export const noSegments: SegmentLookup = { segments: new Map(), fields: new Map() };

export type FieldType = 'text' | 'number' | 'boolean' | DateType | 'choice' | 'list' | 'link';

/** `date`: a moment. `day`: a date without a time of day, stored as its midnight in UTC. */
type DateType = 'date' | 'day';

/** Returns the context of rules for a reader now. Events dated up to the end of today count, as in reports. */
export function segmentContext(
  settings: AttributionSettings & Pick<SegmentContext, 'timeZone' | 'targets' | 'segments' | 'fields'>,
  rollup: Rollup | undefined,
  now: number,
): SegmentContext {
  const { timeZone, targets, segments, fields } = settings;
  const asOf = endOfToday(now, timeZone);
  return { asOf, timeZone, isNow: true, reading: { ...settings, rollup }, targets, segments, fields };
}

function endOfToday(now: number, timeZone: string): number {
  return dayStart(shiftDays(localDay(now, timeZone), 1), timeZone);
}

/** Unix ms, the end exclusive. */
export interface Stretch {
  start: number;
  end: number;
}

/** The stretch of time of a condition: never beyond `asOf`. */
export function resolveStretch(
  timeframe: When,
  { asOf, timeZone }: Pick<SegmentContext, 'asOf' | 'timeZone'>,
): Stretch {
  const firstOfLast = (days: number) => dayStart(shiftDays(localDay(asOf - 1, timeZone), 1 - days), timeZone);
  switch (timeframe.kind) {
    case 'ever':
      return { start: 0, end: asOf };
    case 'last':
      return { start: Math.max(0, firstOfLast(timeframe.days)), end: asOf };
    case 'before':
      return { start: 0, end: Math.max(0, firstOfLast(timeframe.days)) };
    case 'between':
      return {
        start: Math.max(0, dayStart(timeframe.from, timeZone)),
        end: Math.max(0, Math.min(asOf, dayStart(shiftDays(timeframe.to, 1), timeZone))),
      };
  }
}

/** Names and collects the bound parameters of one statement's part. */
export interface Bindings {
  /** Binds a value and returns its reference: `{segment_3:Int64}`. */
  bind(value: Parameter, type: string): string;
  /** A moment (DateTime64) of Unix ms. */
  moment(ms: number): string;
  params: Record<string, Parameter>;
}

export function createBindings(prefix: string): Bindings {
  const params: Record<string, Parameter> = {};
  const names = new Map<string, string>();
  const bind = (value: Parameter, type: string): string => {
    const key = `${type} ${typeof value} ${String(JSON.stringify(value))}`;
    const name = names.get(key) ?? `${prefix}_${names.size + 1}`;
    names.set(key, name);
    params[name] = value;
    return `{${name}:${type}}`;
  };
  return { bind, params, moment: (ms) => `fromUnixTimestamp64Milli(${bind(ms, 'Int64')}, 'UTC')` };
}
