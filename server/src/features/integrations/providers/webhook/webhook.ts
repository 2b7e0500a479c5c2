import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { IntegrationEvent } from '@botscope/contract';
import { hideSecrets } from '../hide-secrets.ts';
import type { ConfigurationOf, DeliveryItem, OutgoingRequest, ProviderOf } from '../provider.ts';
import { forAll, readStatus } from '../read-status.ts';

const secretBytes = 32;
/** A receiver of single events is asked by so many requests at once. */
const concurrency = 16;

/** Sends events to a server of the owner, signed by Standard Webhooks 1.0 (github.com/standard-webhooks/standard-webhooks). */
export const webhook: ProviderOf<'webhook'> = {
  proves: 'arrival',
  limits: ({ settings }) => ({ items: settings.batch, concurrency, perSecond: null }),
  lane: ({ settings }) => `host:${new URL(settings.url).host}`,
  complete: (secrets) => ({
    ...secrets,
    secret: secrets.secret || `whsec_${randomBytes(secretBytes).toString('base64')}`,
  }),
  preview: (items, configuration, now) => webhookRequest(items, configuration, now),
  async deliver(items, context) {
    const answer = await context.send(webhookRequest(items, context, context.now()));
    return forAll(items, readStatus(hideSecrets(answer, ownSecrets(context.secrets)), context.now()));
  },
};

/** One request: ID and body are those of the event, or of the batch, and the same in every attempt. */
export function webhookRequest(
  items: readonly DeliveryItem[],
  { settings, secrets }: Pick<ConfigurationOf<'webhook'>, 'settings' | 'secrets'>,
  now: number,
): OutgoingRequest {
  const bodies = items.map(({ event }) => webhookBody(event));
  const isBatch = settings.batch > 1;
  const body = JSON.stringify(
    isBatch ? { type: 'batch', timestamp: bodies.at(-1)?.timestamp, data: bodies } : bodies[0],
  );
  const id = isBatch ? batchId(bodies.map((event) => event.id)) : (bodies[0]?.id ?? '');
  const timestamp = Math.floor(now / 1_000);
  const signatures = secrets.secret.split(' ').map((secret) => sign(secret, `${id}.${timestamp}.${body}`));
  return {
    method: 'POST',
    url: settings.url,
    headers: {
      'user-agent': 'Botscope-Webhooks/1',
      ...ownHeaders(secrets.headers),
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures.join(' '),
    },
    body,
  };
}

const webhookBody = ({ id, type, at, bot, user, data }: IntegrationEvent) => ({
  type,
  timestamp: at,
  id,
  data: { bot, user, ...data },
});

/** Other events are another batch: receivers drop what they know by its ID. */
const batchId = (ids: readonly string[]): string =>
  `batch_${createHash('sha256').update(ids.join()).digest('hex').slice(0, 32)}`;

/** `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`. */
function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

/** Names in lower case: a request has no header twice. */
function ownHeaders(lines: string): Record<string, string> {
  const pairs = lines
    .split('\n')
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  return Object.fromEntries(pairs);
}

/** What a receiver may repeat in its answer: values of headers, and the key behind `Bearer`. */
function ownSecrets({ headers, secret }: ConfigurationOf<'webhook'>['secrets']): string[] {
  const values = Object.values(ownHeaders(headers));
  return [...values, ...values.flatMap((value) => value.split(' ')), ...secret.split(' ')];
}
