// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

export {};

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    waiting_updates: {
      bot_key: string;
      instance_id: string;
      updates: number;
    };
  }
}
