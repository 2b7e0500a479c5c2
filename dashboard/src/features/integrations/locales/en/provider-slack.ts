import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Slack',
  about: 'Get messages about events in a Slack channel.',
  leaves:
    'A readable summary of each chosen event, up to 20 in one message, to the channel of the webhook. Names and texts only if you allow them.',
  steps: {
    app: 'At api.slack.com/apps, choose Create New App → From scratch.',
    hooks: 'Open Incoming Webhooks and turn on Activate Incoming Webhooks.',
    channel: 'Choose Add New Webhook, select the channel and confirm.',
    url: 'Copy the webhook URL.',
  },
  fields: {
    url: {
      label: 'Webhook URL',
      hint: 'It starts with https://hooks.slack.com/services/. Addresses of Workflow Builder do not work.',
    },
    language: { label: 'Language', hint: 'Language of the messages.', options: { en: 'English', ru: 'Russian' } },
  },
  test: 'Sends a message. Success proves that Slack posted it to the channel.',
} satisfies ProviderTexts<'slack'>;
