import { manifest } from './manifest.ts';

export const botProfile = manifest({ auditActions: ['bot_profile_changed'] });
