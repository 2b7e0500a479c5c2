import { manifest } from './manifest.ts';

export const annotations = manifest({ auditActions: ['annotation_added', 'annotation_removed'] });
