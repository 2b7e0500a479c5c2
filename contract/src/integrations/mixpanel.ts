import * as z from 'zod/mini';
import { analyticsTypes, usualAnalyticsTypes } from './analytics-types.ts';
import { provider } from './descriptor.ts';

/** Events by the import API of Mixpanel, which takes them at any age. */
export const mixpanel = provider({
  category: 'analytics',
  settings: z.strictObject({
    region: z._default(z.enum(['us', 'eu', 'in']), 'us'),
    project_id: z.string().check(z.trim(), z.regex(/^\d{1,12}$/)),
    /** Name of a service account, such as `botscope.1a2b3c.mp-service-account`. */
    username: z.string().check(z.trim(), z.regex(/^[^\s:]{1,200}$/)),
  }),
  secrets: z.strictObject({ secret: z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{8,200}$/)) }),
  fields: [
    { key: 'region', input: 'choice', options: ['us', 'eu', 'in'] },
    { key: 'project_id', input: 'text', placeholder: '1234567' },
    { key: 'username', input: 'text', placeholder: 'botscope.1a2b3c.mp-service-account' },
    { key: 'secret', input: 'text' },
  ],
  target: [],
  names: 'optional',
  types: analyticsTypes,
  usualTypes: usualAnalyticsTypes,
  maxAgeHours: null,
  repeats: 'known',
  usualUserIds: 'hashed',
  forgetsUsers: false,
});
