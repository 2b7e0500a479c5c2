import * as z from 'zod/mini';
import { RecordId, RecordTypes, recordNames, StarPrice, userEventTypes, usualRecordTypes } from './crm-fields.ts';
import { provider } from './descriptor.ts';

/** Contacts, leads or deals, and comments of Bitrix24. */
export const bitrix24 = provider({
  category: 'crm',
  settings: z.strictObject({
    record: z._default(z.enum(['deal', 'lead']), 'deal'),
    record_types: z._default(RecordTypes, usualRecordTypes),
    /** Pipeline of deals; 0: the general one. */
    category_id: z._default(RecordId, 0),
    /** Stage of deals or status of leads; '': the first one. */
    stage_id: z._default(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_:]{0,50}$/)), ''),
    /** User of the portal who is responsible; 0: the owner of the webhook. */
    assigned_by_id: z._default(RecordId, 0),
    star_price: z._default(StarPrice, 0),
  }),
  secrets: z.strictObject({
    /** `https://<portal>/rest/<user>/<code>/`: who has the address may do what the webhook may. */
    webhook: z
      .string()
      .check(
        z.trim(),
        z.maxLength(300),
        z.regex(/^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/rest\/\d+\/[A-Za-z0-9]+\/?$/),
      ),
  }),
  fields: [
    { key: 'webhook', input: 'text', placeholder: 'https://example.bitrix24.com/rest/1/…/' },
    { key: 'record', input: 'choice', options: ['deal', 'lead'] },
    { key: 'record_types', input: 'lines' },
    { key: 'category_id', input: 'number' },
    { key: 'stage_id', input: 'text', placeholder: 'NEW' },
    { key: 'assigned_by_id', input: 'number' },
    { key: 'star_price', input: 'number' },
  ],
  target: [],
  names: 'optional',
  defaultNames: recordNames,
  types: userEventTypes,
  usualTypes: ['user.started', 'payment.succeeded', 'conversion.reached'],
  maxAgeHours: null,
  repeats: 'known',
  usualUserIds: 'plain',
  forgetsUsers: false,
});
