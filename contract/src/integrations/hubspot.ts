import * as z from 'zod/mini';
import { type IntegrationEventType, integrationEventKinds, integrationEventTypes } from '../integration-events.ts';
import { provider } from './descriptor.ts';

const otherTypes: readonly IntegrationEventType[] = ['integration.test'];

/** Users as contacts of HubSpot, with what happened last; each event is a note if wanted. */
export const hubspot = provider({
  category: 'crm',
  settings: z.strictObject({
    /** Property by which contacts are found. It is created with unique values unless it exists. */
    id_property: z._default(z.string().check(z.trim(), z.regex(/^[a-z][a-z0-9_]{0,99}$/)), 'telegram_id'),
    notes: z._default(z.boolean(), false),
  }),
  secrets: z.strictObject({
    /** Access token of a private app. */
    token: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{20,300}$/)),
  }),
  fields: [
    { key: 'token', input: 'text', placeholder: 'pat-eu1-…' },
    { key: 'id_property', input: 'text', placeholder: 'telegram_id' },
    { key: 'notes', input: 'switch' },
  ],
  target: [],
  names: 'optional',
  types: integrationEventTypes.filter(
    (type) => integrationEventKinds[type].about === 'user' && !otherTypes.includes(type),
  ),
  usualTypes: ['user.started', 'user.left', 'user.returned', 'payment.succeeded', 'conversion.reached', 'user.erased'],
  maxAgeHours: null,
  repeats: 'known',
  usualUserIds: 'plain',
  forgetsUsers: true,
});
