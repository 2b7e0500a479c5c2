import { type IntegrationEvent, integrationEventKinds } from '@botscope/contract';
import { noFacts } from './events/user-facts.ts';
import { webhookBody } from './providers/webhook/webhook.ts';

const sampleUser = {
  ...{ ...noFacts, id: 7001, first_name: 'Anna', username: 'anna', language: 'en', is_premium: false },
  ...{ first_seen_at: '2026-11-01T10:00:00.000Z', source: 'google' },
};

/** What a webhook would get for an event of a type: tools ask for it while they are set up. */
export function sampleBody(bot: IntegrationEvent['bot'], type: IntegrationEvent['type']): object {
  const { about, sample } = integrationEventKinds[type];
  return webhookBody({
    ...{ id: `evt_${'0'.repeat(24)}`, type, at: '2026-11-20T12:00:00.000Z', bot },
    user: about === 'user' ? sampleUser : null,
    data: sample as Record<string, unknown>,
  });
}
