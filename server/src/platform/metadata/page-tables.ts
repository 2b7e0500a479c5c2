import type { ColumnType } from 'kysely';
import type { Json, JsonWithDefault, Nullable, NullableTime, Time } from './column-types.ts';

/** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
type Bigint = ColumnType<number | string, number, number>;
type NullableBigint = ColumnType<number | string | null, number | null | undefined, number | null>;

/** app: Mini App; site: website */
export type PageKind = 'app' | 'site';

export interface PagesTable {
  kind: PageKind;
  page_id: ColumnType<number, never, never>;
  bot_key: string;
  name: string;
  key: string;
  old_key: Nullable<string>;
  old_key_until: NullableTime;
  /** enabled | paused | archived */
  status: string;
  /** Origins of a Mini App, none = anywhere; domains of a website. */
  places: JsonWithDefault<unknown>;
  /** Websites have them; null for Mini Apps. */
  options: Json<unknown>;
  created_at: Time;
  removed_at: NullableTime;
}

export interface PageErrorsTable {
  kind: PageKind;
  page_id: number;
  bot_key: string;
  problem: string;
  text: string;
  count: Bigint;
  first_at: Time;
  last_at: Time;
  /** The user of the example; null where nobody is proven. */
  user_id: NullableBigint;
}

export interface PageRecentHitsTable {
  kind: PageKind;
  page_id: number;
  bot_key: string;
  instance_id: string;
  hits: JsonWithDefault<unknown>;
  written_at: Time;
}

export interface MiniAppLaunchesTable {
  app_id: number;
  name: string;
  launch: string;
  bot_key: string;
  user_id: Bigint;
  person: JsonWithDefault<unknown>;
  proof: string;
  auth_at: Time;
  proven_at: Time;
  opened_by: string;
}

export interface SiteSaltsTable {
  /** `YYYY-MM-DD`. */
  day: ColumnType<Date | string, string, never>;
  salt: string;
}

export interface KnownSiteVisitsTable {
  site_id: number;
  visit: string;
  bot_key: string;
  user_id: Bigint;
  proof: string;
  proven_at: Time;
}

export interface SiteTicketsTable {
  bot_key: string;
  ticket: string;
  site_id: Nullable<number>;
  visit: Json<unknown>;
  made_at: Time;
  claimed_by: NullableBigint;
  claimed_at: NullableTime;
  starts: Json<unknown>;
}
