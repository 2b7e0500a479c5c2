import type { Detail, Dimension, Filter, TargetDraft, UtmMeasure } from '@botscope/contract';
import type { Bucket, Days, Span } from './calendar.ts';
import type { Fact } from './facts/fact.ts';
import type { PayloadRules } from './facts/payload.ts';
import type { SiteHit } from './facts/site-hits.ts';

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
  rules: PayloadRules;
  measure: UtmMeasure;
  targets: readonly (TargetDraft & { id: number })[];
}

/** The parameter whose value is the source: without parameters it is the whole payload. */
export const sourceParameterOf = ({ rules }: Pick<Question, 'rules'>): string =>
  rules.type === 'auto' ? 'none' : rules.sourceParam;

/** A question about one stretch of days, with the facts that it is about. */
export interface Look {
  question: Question;
  days: Days;
  span: Span;
  buckets: readonly Bucket[];
  /** Everything that ever happened, each thing once, in the order of time. */
  facts: readonly Fact[];
  /** Everything that happened to the users that the filter selects. */
  lives: readonly Fact[];
  /** Values whose lines replace the most frequent ones: a comparison takes those of the answer. */
  named: readonly string[] | null;
  /** The facts that the filter selects: it may speak of their chats. */
  acts: readonly Fact[];
  /** Hits of websites. They are of no user, so a filter selects none. */
  siteHits: readonly SiteHit[];
}
