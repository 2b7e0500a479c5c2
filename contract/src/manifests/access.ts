import { manifest } from './manifest.ts';

export const access = manifest({
  permissions: ['permissions.manage'],
  auditActions: [
    'access_granted',
    'access_changed',
    'access_revoked',
    'left_bot',
    'invitation_created',
    'invitation_revoked',
    'invitation_used',
    'ownership_transferred',
  ],
  notifications: { access: ['invited', 'granted', 'changed', 'revoked', 'owned', 'joined', 'left', 'displaced'] },
});
