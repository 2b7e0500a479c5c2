import * as z from 'zod/mini';
import { analyticsTypes, usualAnalyticsTypes } from './analytics-types.ts';
import { provider } from './descriptor.ts';

/** Events of PostHog Cloud, or of an installation of one's own. */
export const posthog = provider({
  category: 'analytics',
  settings: z.strictObject({
    /** May have a path, for reverse proxies. */
    host: z.string().check(z.trim(), z.maxLength(300), z.regex(/^https:\/\/[^\s@?#/]+(\/[^\s@?#]*)?$/)),
  }),
  secrets: z.strictObject({
    /** Key of the project; `phx_` begins personal keys, which take no events. */
    api_key: z.string().check(z.trim(), z.regex(/^(?!phx_)[A-Za-z0-9_-]{20,100}$/)),
  }),
  fields: [
    { key: 'host', input: 'text', placeholder: 'https://us.i.posthog.com' },
    { key: 'api_key', input: 'text', placeholder: 'phc_…' },
  ],
  target: ['host'],
  names: 'optional',
  types: analyticsTypes,
  usualTypes: usualAnalyticsTypes,
  maxAgeHours: null,
  repeats: 'known',
  usualUserIds: 'hashed',
  forgetsUsers: false,
});
