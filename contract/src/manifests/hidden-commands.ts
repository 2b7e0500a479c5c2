import { manifest } from './manifest.ts';

export const hiddenCommands = manifest({ auditActions: ['hidden_command_changed'] });
