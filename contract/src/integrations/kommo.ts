import * as z from 'zod/mini';
import { RecordId, RecordTypes, recordNames, StarPrice, userEventTypes, usualRecordTypes } from './crm-fields.ts';
import { provider } from './descriptor.ts';

/** First part of the address of an account: `example` of `example.kommo.com`. */
const Subdomain = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
  z.refine((name) => name !== 'www'),
);

/** Settings that both vendors have. */
export const kommoSettings = {
  subdomain: Subdomain,
  record_types: z._default(RecordTypes, usualRecordTypes),
  /** 0: the main pipeline. */
  pipeline_id: z._default(RecordId, 0),
  /** 0: the first stage of the pipeline. */
  status_id: z._default(RecordId, 0),
  star_price: z._default(StarPrice, 0),
};
const kommoSecrets = z.strictObject({
  /** Long-lived token of a private integration: a JSON Web Token. */
  token: z.string().check(z.trim(), z.minLength(20), z.maxLength(4_000), z.regex(/^[A-Za-z0-9._-]+$/)),
});
export const kommoTraits = {
  category: 'crm',
  secrets: kommoSecrets,
  target: ['subdomain'],
  names: 'optional',
  defaultNames: recordNames,
  types: userEventTypes,
  usualTypes: ['user.started', 'payment.succeeded', 'conversion.reached'],
  maxAgeHours: null,
  repeats: 'possible',
  usualUserIds: 'plain',
  forgetsUsers: false,
} as const;

/** Contacts, leads and notes of Kommo. */
export const kommo = provider({
  ...kommoTraits,
  settings: z.strictObject(kommoSettings),
  fields: [
    { key: 'subdomain', input: 'text', placeholder: 'example' },
    { key: 'token', input: 'document', placeholder: 'eyJ0eXAi…' },
    { key: 'record_types', input: 'lines' },
    { key: 'pipeline_id', input: 'number' },
    { key: 'status_id', input: 'number' },
    { key: 'star_price', input: 'number' },
  ],
});
