import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'PostHog',
  about: 'Analyse events of the bot in PostHog Cloud or in your own installation.',
  leaves:
    'Each chosen event with its time, bot, data and link parameters; the user ID, language, Premium, first launch and source. Names and texts only if you allow them.',
  steps: {
    key: 'In PostHog, open Settings → Project → General and copy the Project API key.',
    host: 'Use https://us.i.posthog.com or https://eu.i.posthog.com for PostHog Cloud, or the address of your installation.',
  },
  fields: {
    host: {
      label: 'Address',
      hint: 'Address of your region of PostHog Cloud, or of your installation. It must use https.',
    },
    api_key: { label: 'Project API key', hint: 'It starts with phc_. Personal keys (phx_) do not work.' },
  },
  test: 'Proves that PostHog knows the key. No event is sent.',
} satisfies ProviderTexts<'posthog'>;
