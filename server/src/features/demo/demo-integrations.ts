import type { IntegrationDraft } from '@botscope/contract';
import type { Integrations } from '../integrations/integrations.ts';

/** A request bin, so that everyone can see what a webhook would get, live. */
const requestBin: IntegrationDraft = {
  provider: 'request_bin',
  name: 'Request bin',
  settings: {},
  secrets: {},
  selection: {
    types: [
      ...(['user.started', 'user.left', 'payment.succeeded', 'conversion.reached'] as const),
      ...(['command.sent', 'button.pressed', 'app.event'] as const),
    ],
    ...{ targets: [], names: [], rules: '', min_amount: 0, provider_names: {} },
  },
  privacy: { user_ids: 'plain', names: true, texts: true },
};

/** Creates the integration of the demo once. */
export async function ensureDemoIntegrations(
  integrations: Pick<Integrations, 'create' | 'ofBots'>,
  bot: string,
): Promise<void> {
  if ((await integrations.ofBots([bot])).length > 0) return;
  await integrations.create(bot, null, requestBin);
}
