import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Mixpanel',
  about: 'Analyse events of the bot in Mixpanel.',
  leaves:
    'Each chosen event with its time, bot, data and link parameters; the user ID, language, Premium, first launch and source. Names and texts only if you allow them.',
  steps: {
    account:
      'In Mixpanel, open Organization Settings → Service Accounts and add an account with the role Admin or Owner for the project.',
    secret: 'Copy its username and secret. The secret is shown only once.',
    project: 'Copy the Project ID from Project Settings → Overview.',
  },
  fields: {
    region: {
      label: 'Region',
      hint: 'Data residency of the project.',
      options: { us: 'United States', eu: 'European Union', in: 'India' },
    },
    project_id: { label: 'Project ID', hint: 'Digits only.' },
    username: { label: 'Service account username', hint: 'It ends with .mp-service-account.' },
    secret: {
      label: 'Service account secret',
      hint: 'Shown by Mixpanel only once. If you have lost it, add a new account.',
    },
  },
  test: 'Sends one made-up event of the first chosen type, which stays in the project. Success proves that Mixpanel accepted it.',
} satisfies ProviderTexts<'mixpanel'>;
