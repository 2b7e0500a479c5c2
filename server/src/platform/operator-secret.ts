import { createHmac, timingSafeEqual } from 'node:crypto';

/** Anyone who can read the secret of the data directory is the operator: they could read the stores as well. */
export const operatorSecret = (appSecret: string): string =>
  createHmac('sha256', appSecret).update('operator').digest('hex');

/** True for a request that the operator's command sent. */
export function isOperatorHeader(header: string | undefined, appSecret: string): boolean {
  const given = Buffer.from(header ?? '');
  const expected = Buffer.from(`Bearer ${operatorSecret(appSecret)}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
