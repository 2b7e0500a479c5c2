import { manifest } from './manifest.ts';

export const accounts = manifest({
  auditActions: [
    'sign_up',
    'sign_in',
    'sign_in_failed',
    'sign_out',
    'signed_out_everywhere',
    'session_ended',
    'password_changed',
    'password_reset',
    'email_changed',
    'profile_changed',
    'totp_on',
    'totp_off',
    'recovery_codes_made',
    'passkey_added',
    'passkey_removed',
    'telegram_linked',
    'telegram_unlinked',
    'account_exported',
    'account_deleted',
    // By the operator
    'account_created',
    'admin_named',
    'admin_ended',
  ],
  /** Changes that someone else must not make unnoticed. */
  notifications: {
    account: [
      'new_device',
      'password_changed',
      'password_reset',
      'email_changed',
      'totp_on',
      'totp_off',
      'recovery_code_used',
      'passkey_added',
      'passkey_removed',
      'telegram_linked',
      'telegram_unlinked',
      'signed_out_everywhere',
    ],
  },
});
