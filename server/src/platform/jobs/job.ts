/** Work at fixed times. One process of the installation runs each job at its time. */
export interface Job {
  name: string;
  /** Cron, UTC: minute, hour, day of month, month, day of week. */
  schedule: string;
  /** Runs at `now`, Unix ms, and returns figures for the log. A job may run twice for one time. */
  run(now: number): Promise<Record<string, number>>;
}
