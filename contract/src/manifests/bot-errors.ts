import { manifest } from './manifest.ts';

export const botErrors = manifest({ permissions: ['errors.view'], auditActions: ['errors_cleared'] });
