import type { Generated } from 'kysely';

export interface SettingsTable {
  name: string;
  value: string;
}

export interface InstancesTable {
  id: string;
  roles: string;
  host: string;
  started_at: Generated<Date>;
  seen_at: Date;
  stored_until: Date | null;
  spooled_rows: number;
}

export interface LeaseHoldersTable {
  instance_id: string;
  /** Empty = it cannot be reached. */
  address: string;
  until: Date;
}

export interface BotLeasesTable {
  bot_key: string;
  instance_id: string;
}

export interface WaitingUpdatesTable {
  bot_key: string;
  instance_id: string;
  updates: number;
}

export interface DeadLeaseHoldersTable {
  instance_id: string;
  died_at: Date;
}

export interface ScheduledJobsTable {
  name: string;
  /** Latest time of the schedule that needs no run any more. */
  done_until: Date;
  attempts: Generated<number>;
  not_before: Date | null;
  claimed_by: string | null;
  claimed_until: Date | null;
}
