// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Day, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    ad_costs: {
      bot_key: string;
      day: Day;
      source: string;
      currency: string;
      amount: number;
      updated_at: Time;
    };
  }
}
