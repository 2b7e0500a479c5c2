// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Day, Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    known_site_visits: {
      site_id: number;
      visit: string;
      bot_key: string;
      user_id: number;
      proof: string;
      proven_at: Time;
    };
    mini_app_launches: {
      app_id: number;
      name: string;
      launch: string;
      bot_key: string;
      user_id: number;
      profile: Json<unknown>;
      proof: string;
      auth_at: Time;
      proven_at: Time;
      opened_by: string;
    };
    page_errors: {
      kind: 'app' | 'site';
      page_id: number;
      bot_key: string;
      problem: string;
      text: string;
      user_id: Nullable<number>;
      count: number;
      first_at: Time;
      last_at: Time;
    };
    page_recent_hits: {
      kind: 'app' | 'site';
      page_id: number;
      bot_key: string;
      instance_id: string;
      hits: Json<unknown>;
      written_at: Time;
    };
    pages: {
      kind: 'app' | 'site';
      page_id: GeneratedAlways<number>;
      bot_key: string;
      name: string;
      key: string;
      old_key: Nullable<string>;
      old_key_until: Nullable<Time>;
      status: Default<string>;
      places: Json<unknown>;
      options: Nullable<Json<unknown>>;
      created_at: Time;
      removed_at: Nullable<Time>;
    };
    site_salts: {
      day: Day;
      salt: string;
    };
  }
}
