import type { DeliveryItem, Outcome, ProviderOf } from '../provider.ts';
import { ProviderError, parseJson } from '../provider-error.ts';
import { ask, askBatch, type Bitrix24Context, contactsOf, findDelivered, forgetContact } from './portal.ts';
import { batchRequest, itemCommand, methodRequest } from './requests.ts';

/** Calls of a batch. */
const maxItems = 50;
/** So many requests of one address a portal takes for as long as they come. */
const requestsPerSecond = 2;

/** Contacts by the user's ID, a lead or deal for each event of the chosen types, a comment on the contact for the others. */
export const bitrix24: ProviderOf<'bitrix24'> = {
  proves: 'address',
  limits: () => ({ items: maxItems, concurrency: 1, perSecond: requestsPerSecond }),
  // Limits are those of a portal, so a slow one delays nobody else.
  lane: ({ secrets }) => `host:${new URL(secrets.webhook).host}`,
  /** The contact's ID is known only once it was looked up: 0 stands for it. */
  preview: (items, configuration) => {
    const about = items.filter(({ event }) => event.user !== null);
    if (about.length === 0) return null;
    return batchRequest(
      configuration,
      about.map((item) => itemCommand(item, configuration, 0)),
    );
  },
  async deliver(items, context) {
    const outcomes = new Map<DeliveryItem, Outcome>();
    for (const item of items)
      if (item.event.user === null) outcomes.set(item, { kind: 'rejected', code: 'no_user', detail: '' });
    try {
      await sendItems(
        items.filter((item) => !outcomes.has(item)),
        context,
        outcomes,
      );
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return items.map((item) => outcomes.get(item) ?? error.outcome);
    }
    return items.map((item) => outcomes.get(item) as Outcome);
  },
  async test(context) {
    try {
      return await checkPortal(context);
    } catch (error) {
      if (error instanceof ProviderError) return error.outcome;
      throw error;
    }
  },
};

/** What has an outcome is noted in `outcomes`. @throws ProviderError SendFailure */
async function sendItems(
  items: readonly DeliveryItem[],
  context: Bitrix24Context,
  outcomes: Map<DeliveryItem, Outcome>,
): Promise<void> {
  const open: [DeliveryItem, number][] = [];
  for (const [item, contact] of await contactsOf(items, context)) {
    if (contact.kind === 'done') open.push([item, Number(contact.value)]);
    else if (contact.kind === 'owner') outcomes.set(item, { ...contact, kind: 'rejected', code: 'rejected' });
    else outcomes.set(item, contact);
  }
  for (const [item, outcome] of await findDelivered(open, context)) outcomes.set(item, outcome);
  const left = open.filter(([item]) => !outcomes.has(item));
  const results = await askBatch(
    context,
    left.map(([item, contactId]) => itemCommand(item, context, contactId)),
  );
  for (const [index, [item]] of left.entries()) {
    const result = results[index];
    if (result === undefined || result.kind === 'done') outcomes.set(item, { kind: 'delivered' });
    else if (result.kind !== 'owner') outcomes.set(item, result);
    else {
      // The contact was deleted in the portal: the next attempt makes another one.
      if (item.event.user !== null) await forgetContact(context, item.event.user, item.userId);
      outcomes.set(item, { ...result, kind: 'retry', code: 'not_found' });
    }
  }
}

/** Whether the webhook is accepted and may work with the CRM, and whether the stage exists. Nothing is written. */
async function checkPortal(context: Bitrix24Context): Promise<Outcome> {
  const { record, category_id, stage_id } = context.settings;
  const scopes = parseJson((await ask(context, methodRequest(context, 'scope', {}))).body)?.result;
  if (!Array.isArray(scopes) || !scopes.includes('crm'))
    return { kind: 'stop', code: 'forbidden', detail: 'The webhook has no access to CRM (crm)' };
  if (stage_id === '') return { kind: 'delivered' };
  const deals = category_id === 0 ? 'DEAL_STAGE' : `DEAL_STAGE_${category_id}`;
  const filter = { ENTITY_ID: record === 'lead' ? 'STATUS' : deals, STATUS_ID: stage_id };
  const stages = parseJson((await ask(context, methodRequest(context, 'crm.status.list', { filter }))).body)?.result;
  return Array.isArray(stages) && stages.length > 0
    ? { kind: 'delivered' }
    : { kind: 'stop', code: 'misconfigured', detail: `Stage ${stage_id} does not exist` };
}
