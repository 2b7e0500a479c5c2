import { manifest } from './manifest.ts';

export const mailingExclusions = manifest({
  auditActions: ['mailing_excluded', 'mailing_included'],
});
