import { manifest } from './manifest.ts';

export const customFields = manifest({
  permissions: ['custom_fields.view', 'custom_fields.manage'],
  auditActions: [
    'custom_field_added',
    'custom_field_changed',
    'custom_field_enabled',
    'custom_field_disabled',
    'custom_field_archived',
    'field_values_changed',
    'field_values_imported',
  ],
});
