import { createHmac, timingSafeEqual } from 'node:crypto';

/** Anyone who can read the secret of the data directory is the operator: they could read the stores as well. */
export const operatorSecret = (appSecret: string): string =>
  createHmac('sha256', appSecret).update('operator').digest('hex');

/** Derives the secret by which the processes of an installation recognize each other. It goes over their network. */
export const processSecret = (appSecret: string): string =>
  createHmac('sha256', appSecret).update('process').digest('hex');

/** Derives the default METRICS_TOKEN of a monitoring system. It opens numbers of the machine and nothing else. */
export const derivedMetricsToken = (appSecret: string): string =>
  createHmac('sha256', appSecret).update('metrics').digest('hex');

/** True for a request that the operator's command sent. */
export const isOperatorHeader = (header: string | undefined, appSecret: string): boolean =>
  isBearer(header, operatorSecret(appSecret));

/** True for a request of another process of the installation. */
export const isProcessHeader = (header: string | undefined, appSecret: string): boolean =>
  isBearer(header, processSecret(appSecret));

/** True for a request with this token, compared in the same time whatever it has. */
export function isBearer(header: string | undefined, secret: string): boolean {
  const receivedToken = Buffer.from(header ?? '');
  const expected = Buffer.from(`Bearer ${secret}`);
  return receivedToken.length === expected.length && timingSafeEqual(receivedToken, expected);
}
