// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    bot_leases: {
      bot_key: string;
      instance_id: string;
    };
    dead_lease_holders: {
      instance_id: string;
      died_at: Time;
    };
    lease_holders: {
      instance_id: string;
      address: string;
      until: Time;
    };
  }
}
