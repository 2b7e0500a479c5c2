import { manifest } from './manifest.ts';

export const shares = manifest({ auditActions: ['share_created', 'share_revoked'] });
