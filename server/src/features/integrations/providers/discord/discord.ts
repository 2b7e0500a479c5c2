import { hideSecrets } from '../hide-secrets.ts';
import type { ContextOf, DeliveryItem, OutgoingRequest, ProviderOf } from '../provider.ts';
import { forAll } from '../read-status.ts';
import { discordMessage } from './discord-message.ts';
import { readDiscordAnswer } from './read-discord-answer.ts';

/** Discord takes 30 messages a minute in a channel. */
const perSecond = 0.5;
/** Events of one message: an embed each. */
const items = 10;

/** Sends events to a channel of Discord by a webhook, whose address is the secret. */
export const discord: ProviderOf<'discord'> = {
  proves: 'arrival',
  limits: () => ({ items, concurrency: 1, perSecond }),
  lane: ({ secrets }) => `discord:${partsOf(secrets.url).id}`,
  preview: messageRequest,
  async deliver(deliveryItems, context) {
    const answer = await context.send(messageRequest(deliveryItems, context));
    const shownAnswer = hideSecrets(answer, [partsOf(context.secrets.url).token]);
    return forAll(deliveryItems, readDiscordAnswer(shownAnswer, context.now()));
  },
};

/** The ID of the webhook is public; the token is not. */
function partsOf(url: string): { id: string; token: string } {
  const [id = '', token = ''] = new URL(url).pathname.split('/webhooks/')[1]?.split('/') ?? [];
  return { id, token };
}

function messageRequest(
  deliveryItems: readonly DeliveryItem[],
  { settings, secrets }: Pick<ContextOf<'discord'>, 'settings' | 'secrets'>,
): OutgoingRequest {
  const { id, token } = partsOf(secrets.url);
  // Without `wait` Discord answers before the message is there.
  const query = settings.thread === '' ? 'wait=true' : `wait=true&thread_id=${settings.thread}`;
  return {
    method: 'POST',
    url: `https://discord.com/api/v10/webhooks/${id}/${token}?${query}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      discordMessage(
        deliveryItems.map(({ event }) => event),
        settings.language,
      ),
    ),
  };
}
