import * as z from 'zod/mini';
import { provider } from './descriptor.ts';
import { kommoSettings, kommoTraits } from './kommo.ts';

/** Contacts, leads and notes of amoCRM: the interface of Kommo at other addresses. */
export const amocrm = provider({
  ...kommoTraits,
  settings: z.strictObject({
    ...kommoSettings,
    domain: z._default(z.enum(['amocrm.ru', 'amocrm.com']), 'amocrm.ru'),
  }),
  target: ['subdomain', 'domain'],
  fields: [
    { key: 'subdomain', input: 'text', placeholder: 'example' },
    { key: 'domain', input: 'choice', options: ['amocrm.ru', 'amocrm.com'] },
    { key: 'token', input: 'document', placeholder: 'eyJ0eXAi…' },
    { key: 'record_types', input: 'lines' },
    { key: 'pipeline_id', input: 'number' },
    { key: 'status_id', input: 'number' },
    { key: 'star_price', input: 'number' },
  ],
});
