import type { Detail, Dimension, Event, Filter, TargetDraft, UtmMeasure } from '@botscope/contract';
import type { Bucket, Days, Span } from './calendar.ts';

/** One question about one bot, with everything said that a report may depend on. */
export interface Question extends Days {
  type: string;
  detail: Detail;
  compare?: 'previous' | 'year';
  /** Unix ms. */
  now: number;
  sessionGapMinutes: number;
  hiddenCommands: readonly string[];
  callbackMaxLength: number;
  filter: Filter;
  /** The dimension of a breakdown; of `audience` its dimension. */
  by?: Dimension;
  model: 'first' | 'last' | 'last_significant';
  parameter: string;
  sourceParameter: string;
  measure: UtmMeasure;
  targets: readonly (TargetDraft & { id: number })[];
  /** What a first name says about its bearer. */
  genderOf(firstName: string): { gender: 'male' | 'female' | 'unknown'; confidence: number };
}

/** A question about one stretch of days, with the events that it is about. */
export interface Look {
  question: Question;
  days: Days;
  span: Span;
  buckets: readonly Bucket[];
  /** Everything that ever happened, each thing once, in the order of time; and every copy of it that came. */
  events: readonly Event[];
  copies: readonly Event[];
  /** Everything that befell the people whom the filter lets through. */
  lives: readonly Event[];
  /** Whose lines are wanted, in place of the most frequent ones: of a comparison, those of the answer. */
  named: readonly string[] | null;
  /** The events that the filter lets through: it may speak of their chats. */
  acts: readonly Event[];
}
