import type { ProviderTexts } from '../../shared/provider-texts.ts';

/**
 * The model for a provider's texts:
 * - `name` as the tool writes itself; `about`, one sentence for the card in the catalogue;
 * - `leaves` names what is sent, for the owner who has to answer for it;
 * - `steps` are numbered in this order, each one action with the names of the tool's own menus; `{}` where there are none;
 * - `fields` has each key of the descriptor's `fields`: `hint` says what belongs there, `options` names those of a choice;
 * - `test` says honestly what a test that succeeded proves.
 */
export const texts = {
  name: 'Webhook',
  about: 'Send events to your own server, or to Zapier, Make and n8n.',
  leaves:
    'Each chosen event, as signed JSON, to the address that you enter: what happened, when, in which bot, and the user as the privacy settings allow.',
  steps: {
    address: 'Prepare an https address that accepts POST requests and answers with a 2xx status within 20 seconds.',
    tools: 'In Zapier, Make or n8n: add a trigger named “Webhook” and copy the address that it shows.',
    secret: 'Copy the signing secret below into your receiver, so that it can tell our requests from those of others.',
  },
  fields: {
    url: { label: 'Address', hint: 'Events are sent here by POST. A redirect counts as a failure.' },
    batch: {
      label: 'Events per request',
      hint: '1: each event has its own request. More: events that are ready at the same time are sent together.',
    },
    secret: {
      label: 'Signing secret',
      hint: 'Requests are signed with it by the Standard Webhooks scheme. It starts with whsec_.',
    },
    headers: {
      label: 'Additional headers',
      hint: 'One per line, as Name: value. For gateways that check a token of their own.',
    },
  },
  test: 'A 2xx answer proves that your server received the request. Whether it accepted the signature, only its log shows.',
} satisfies ProviderTexts<'webhook'>;
