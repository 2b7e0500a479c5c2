import { hideSecrets } from '../hide-secrets.ts';
import type { DeliveryItem, OutgoingRequest, ProviderOf } from '../provider.ts';
import { forAll } from '../read-status.ts';
import { readSlackAnswer } from './read-slack-answer.ts';
import { slackMessage } from './slack-message.ts';

/** Slack takes about one message a second by a webhook. */
const perSecond = 1;
/** Events of one message: a block each, of the 50 that Slack takes. */
const items = 20;

/** Sends events to a channel of Slack by an incoming webhook, whose address is the secret. */
export const slack: ProviderOf<'slack'> = {
  proves: 'arrival',
  limits: () => ({ items, concurrency: 1, perSecond }),
  lane: ({ secrets }) => `slack:${partsOf(secrets.url).slice(0, 2).join('/')}`,
  preview: (deliveryItems, { settings, secrets }) => messageRequest(deliveryItems, settings, secrets),
  async deliver(deliveryItems, context) {
    const answer = await context.send(messageRequest(deliveryItems, context.settings, context.secrets));
    const shownAnswer = hideSecrets(answer, partsOf(context.secrets.url).slice(2));
    return forAll(deliveryItems, readSlackAnswer(shownAnswer, context.now()));
  },
};

/** The workspace, the webhook and the key, of which only the last is secret. */
const partsOf = (url: string): string[] => new URL(url).pathname.split('/').slice(2);

const messageRequest = (
  deliveryItems: readonly DeliveryItem[],
  { language }: { language: 'en' | 'ru' },
  { url }: { url: string },
): OutgoingRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(
    slackMessage(
      deliveryItems.map(({ event }) => event),
      language,
    ),
  ),
});
