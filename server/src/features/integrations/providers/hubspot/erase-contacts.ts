import type { ConfigurationOf, ContextOf, DeliveryItem, Outcome, OutgoingRequest } from '../provider.ts';
import { forAll } from '../read-status.ts';
import { contactId } from './contact-inputs.ts';
import { readAnswer, readObjects } from './read-answer.ts';
import { hubspotRequest } from './requests.ts';

/** Deletes contacts for good, with their notes. One that does not exist is erased already. */
export async function eraseContacts(items: readonly DeliveryItem[], context: ContextOf<'hubspot'>): Promise<Outcome[]> {
  const answer = await context.send(findRequest(items, context));
  const outcome = readAnswer(answer, context.now());
  // A batch of which nothing was found is answered with 404 by some versions of the API.
  if (outcome.kind !== 'delivered' && answer.status !== 404) return forAll(items, outcome);
  const { ids } = readObjects(answer, context.settings.id_property);
  const outcomes = new Map<string, Outcome>();
  for (const [contact, objectId] of ids) {
    const deleted = await context.send(hubspotRequest(context, '/crm/v3/objects/contacts/gdpr-delete', { objectId }));
    if (deleted.status !== 404) outcomes.set(contact, readAnswer(deleted, context.now()));
  }
  return items.map((item) => outcomes.get(String(contactId(item))) ?? { kind: 'delivered' });
}

/** Asks for the IDs that contacts have at HubSpot. */
export function findRequest(
  items: readonly DeliveryItem[],
  configuration: Pick<ConfigurationOf<'hubspot'>, 'settings' | 'secrets'>,
): OutgoingRequest {
  const idProperty = configuration.settings.id_property;
  const ids = [...new Set(items.map((item) => String(contactId(item))))];
  return hubspotRequest(configuration, '/crm/v3/objects/contacts/batch/read', {
    ...{ idProperty, properties: [idProperty] },
    inputs: ids.map((id) => ({ id })),
  });
}
