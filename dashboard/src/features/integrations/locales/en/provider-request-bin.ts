import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Request bin',
  about: 'See what a webhook would receive before you have a server.',
  leaves: 'Nothing leaves Botscope. The last 50 requests are kept here, for you to read.',
  steps: {},
  fields: {},
  test: 'The request that was built is shown below, and listed among the requests of the bin once it is saved.',
} satisfies ProviderTexts<'request_bin'>;
