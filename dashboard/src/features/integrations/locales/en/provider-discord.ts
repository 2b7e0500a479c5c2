import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Discord',
  about: 'Get messages about events in a Discord channel or thread.',
  leaves:
    'A readable summary of each chosen event, up to 10 in one message, to the channel of the webhook. Names and texts only if you allow them.',
  steps: {
    webhook: 'Open the settings of the channel → Integrations → Webhooks and create a webhook.',
    url: 'Choose Copy Webhook URL.',
    thread:
      'For a thread, turn on Developer Mode in the advanced settings of Discord, then choose Copy Thread ID in the menu of the thread.',
  },
  fields: {
    url: { label: 'Webhook URL', hint: 'It starts with https://discord.com/api/webhooks/.' },
    thread: { label: 'Thread ID', hint: 'Required for forum channels. Empty: the channel itself.' },
    language: { label: 'Language', hint: 'Language of the messages.', options: { en: 'English', ru: 'Russian' } },
  },
  test: 'Sends a message. Success proves that Discord posted it.',
} satisfies ProviderTexts<'discord'>;
