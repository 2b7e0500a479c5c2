import { manifest } from './manifest.ts';

export const userJobs = manifest({
  auditActions: ['user_job_started', 'user_job_ended'],
});
