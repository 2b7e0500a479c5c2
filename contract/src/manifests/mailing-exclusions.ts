import { manifest } from './manifest.ts';

export const mailingExclusions = manifest({
  auditActions: ['mailing_excluded', 'mailing_included', 'mailing_resubscribed', 'mailing_settings_changed'],
});
