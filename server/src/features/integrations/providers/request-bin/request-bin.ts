import type { ProviderOf } from '../provider.ts';
import { forAll } from '../read-status.ts';
import { webhookRequest } from '../webhook/webhook.ts';

/** The address in requests that are only kept. */
const url = 'https://receiver.example/botscope';

/** Secret of requests that are only kept: that of an integration is nobody's. */
const secret = `whsec_${Buffer.alloc(32, 'request bin').toString('base64')}`;

const configuration = { settings: { url, batch: 1 }, secrets: { secret, headers: '' } };

/** Keeps what a webhook would get, to be looked at before one owns a server. */
export const requestBin: ProviderOf<'request_bin'> = {
  proves: 'arrival',
  limits: () => ({ items: 1, concurrency: 1, perSecond: null }),
  lane: ({ integrationKey }) => `bin:${integrationKey}`,
  preview: (items, _, now) => webhookRequest(items, configuration, now),
  async deliver(items, { keep, now }) {
    for (const item of items) await keep(webhookRequest([item], configuration, now()), item.userId);
    return forAll(items, { kind: 'delivered' });
  },
};
