import * as z from 'zod/mini';
import { provider } from './descriptor.ts';
import { webhook } from './webhook.ts';

/** Keeps the last requests that a webhook would get, to be looked at; nothing leaves the product. */
export const requestBin = provider({
  category: 'code',
  settings: z.strictObject({}),
  secrets: z.strictObject({}),
  fields: [],
  target: [],
  names: 'none',
  usualTypes: webhook.usualTypes,
  maxAgeHours: null,
  repeats: 'known',
  usualUserIds: 'plain',
  forgetsUsers: true,
});
