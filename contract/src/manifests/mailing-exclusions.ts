import { manifest } from './manifest.ts';

export const mailingExclusions = manifest({
  auditActions: [
    ...(['mailing_excluded', 'mailing_included'] as const),
    ...(['mailing_unsubscribed', 'mailing_resubscribed', 'mailing_settings_changed'] as const),
  ],
});
