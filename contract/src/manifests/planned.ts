import { manifest } from './manifest.ts';

// Permissions that can be granted already, of features that are planned.

export const integrations = manifest({ permissions: ['integrations.view', 'integrations.manage'] });
