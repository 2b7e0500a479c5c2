import { manifest } from './manifest.ts';

export const utmLinks = manifest({ auditActions: ['link_template_added', 'link_template_removed'] });
