import { createHash } from 'node:crypto';
import { orderValue } from '../order-value.ts';
import type { ConfigurationOf, OutgoingRequest } from '../provider.ts';
import type { MetricaStep } from './metrica-plan.ts';

/** A step of offline conversions (yandex.com/dev/metrika/en/management/offline-conv). */
export type OfflineStep = Extract<MetricaStep, { way: 'offline' }>;
type Keys = Pick<ConfigurationOf<'yandex_metrica'>, 'settings' | 'secrets'>;

/** Uploads of one page of their list: a page is read whole. */
export const uploadsPage = 100;

/** Names an upload in its comment, in which Metrica allows only letters and digits. */
export const uploadId = (steps: readonly OfflineStep[]): string =>
  `botscope${createHash('sha256')
    .update(steps.map(({ item }) => item.event.id).join())
    .digest('hex')
    .slice(0, 32)}`;

/** A file of conversions whose users are all named by the same kind of ID. */
export function uploadRequest(steps: readonly OfflineStep[], keys: Keys): OutgoingRequest {
  const id = uploadId(steps);
  const boundary = `----${id}`;
  const body = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="conversions.csv"',
    'Content-Type: text/csv; charset=utf-8',
    '',
    conversionsFile(steps, keys.settings),
    `--${boundary}--`,
    '',
  ].join('\r\n');
  return {
    method: 'POST',
    url: `${counterUrl(keys)}/upload?comment=${id}`,
    headers: { ...authorization(keys), 'content-type': `multipart/form-data; boundary=${boundary}` },
    body,
  };
}

/** A page of the list of uploads. */
export const uploadsRequest = (keys: Keys, page: number, limit = uploadsPage): OutgoingRequest => ({
  method: 'GET',
  url: `${counterUrl(keys)}/uploadings?limit=${limit}&offset=${page * limit}`,
  headers: authorization(keys),
});

function conversionsFile(steps: readonly OfflineStep[], settings: Keys['settings']): string {
  const rows = steps.map(({ item, id, goal, at }) => {
    const order = orderValue(item, settings);
    return [id, goal, String(Math.floor(at / 1_000)), order?.value ?? '', order?.currency ?? ''].map(csvCell).join(',');
  });
  return [`${steps[0]?.idType ?? 'ClientId'},Target,DateTime,Price,Currency`, ...rows].join('\n');
}

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const counterUrl = ({ settings }: Keys): string =>
  `https://api-metrika.yandex.net/management/v1/counter/${settings.counter_id}/offline_conversions`;

const authorization = ({ secrets }: Keys) => ({ authorization: `OAuth ${secrets.oauth_token}` });
