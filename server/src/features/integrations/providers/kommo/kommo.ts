import { type DeliveryItem, type Outcome, type Provider, type ProviderOf, SendFailure } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { findContact, forgetAccount, type KommoAccount, prepareAccount, rememberContact } from './account.ts';
import { checkAccount, findRecord } from './check-account.ts';
import type { KommoContext, KommoSecrets, KommoSettings } from './configuration.ts';
import { type Posted, postEntries } from './post-entries.ts';
import { contactBody, isLead, kommoRequest, leadBody, noteBody } from './requests.ts';

/** Unknown users need a search each, and all of them are to be found within the time of a claim. */
const maxItems = 25;
/** The vendor takes 7 requests a second from one address, of all accounts together, and blocks addresses that send more. */
const requestsPerSecond = 5;

/** Contacts by Telegram ID, a lead for each event of the chosen types, a note at the contact for the others. */
const leads: Provider<KommoSettings, KommoSecrets> = {
  proves: 'address',
  limits: () => ({ items: maxItems, concurrency: 1, perSecond: requestsPerSecond }),
  lane: () => 'vendor:kommo',
  /** The contact's ID is known only once it was looked up: 0 stands for it, as the account's currency for the event's. */
  preview: ([item], configuration) => {
    if (item === undefined || item.event.user === null) return null;
    const { currency } = item.event.data;
    return isLead(item, configuration)
      ? kommoRequest(configuration, 'POST', '/leads', [
          { ...leadBody(item, configuration, 0, String(currency ?? '')), request_id: '0' },
        ])
      : kommoRequest(configuration, 'POST', '/contacts/notes', [
          { ...noteBody(item, configuration, 0), request_id: '0' },
        ]);
  },
  async deliver(items, context) {
    const outcomes = new Map<DeliveryItem, Outcome>();
    try {
      const account = await prepareAccount(context);
      const contacts = await contactsOf(items, context, outcomes);
      await postRecords(contacts, account, context, outcomes);
    } catch (error) {
      // Until then nothing has arrived but contacts, and those are looked up again.
      const outcome = preparationOutcome(error);
      return items.map((item) => outcomes.get(item) ?? outcome);
    }
    return items.map((item) => outcomes.get(item) as Outcome);
  },
  test: checkAccount,
  async resolve(items, context) {
    const outcomes: Outcome[] = [];
    for (const item of items) outcomes.push(await findRecord(item, context));
    return outcomes;
  },
};

export const kommo: ProviderOf<'kommo'> = leads;
export const amocrm: ProviderOf<'amocrm'> = leads;

function preparationOutcome(error: unknown): Outcome {
  if (error instanceof ProviderError) return error.outcome;
  if (error instanceof SendFailure) return { kind: 'retry', code: error.code, detail: '' };
  throw error;
}

/** Finds or makes the contacts of all users of the items; items without a contact get their outcome. */
async function contactsOf(
  items: readonly DeliveryItem[],
  context: KommoContext,
  outcomes: Map<DeliveryItem, Outcome>,
): Promise<Map<DeliveryItem, number>> {
  const found = new Map<string | number, number>();
  const missing = new Map<string | number, DeliveryItem>();
  for (const item of items) {
    const { user } = item.event;
    if (user === null) outcomes.set(item, { kind: 'rejected', code: 'no_user', detail: '' });
    else if (!found.has(user.id) && !missing.has(user.id)) {
      const id = await findContact(context, user, item.userId);
      if (id === null) missing.set(user.id, item);
      else found.set(user.id, id);
    }
  }
  const bodies = [...missing.values()].flatMap(({ event }) => (event.user === null ? [] : [contactBody(event.user)]));
  const posted = await postEntries(context, '/contacts', bodies);
  const failed = new Map<string | number, Outcome>();
  for (const [index, [id, item]] of [...missing].entries()) {
    const result = posted[index] as Posted;
    if (result.kind !== 'made') failed.set(id, await contactOutcome(result, context));
    else {
      found.set(id, result.id);
      if (item.event.user !== null) await rememberContact(context, item.event.user, item.userId, result.id);
    }
  }
  const contacts = new Map<DeliveryItem, number>();
  for (const item of items) {
    const id = item.event.user?.id;
    if (id === undefined) continue;
    const contactId = found.get(id);
    if (contactId === undefined) outcomes.set(item, failed.get(id) as Outcome);
    else contacts.set(item, contactId);
  }
  return contacts;
}

/** A contact that may have been made is looked up in the next attempt: nothing is unknown of it. */
async function contactOutcome(result: Exclude<Posted, { kind: 'made' }>, context: KommoContext): Promise<Outcome> {
  if (result.kind === 'field') await forgetAccount(context);
  if (result.kind === 'field' || result.kind === 'contact') return { kind: 'retry', code: 'not_found', detail: '' };
  return result.kind === 'unknown' ? { ...result, kind: 'retry' } : result;
}

async function postRecords(
  contacts: ReadonlyMap<DeliveryItem, number>,
  { currency }: KommoAccount,
  context: KommoContext,
  outcomes: Map<DeliveryItem, Outcome>,
): Promise<void> {
  const all = [...contacts];
  const makesLead = ([item]: (typeof all)[number]) => isLead(item, context);
  for (const path of ['/leads', '/contacts/notes'] as const) {
    const part = all.filter((one) => makesLead(one) === (path === '/leads'));
    const bodies = part.map(([item, contactId]) =>
      path === '/leads' ? leadBody(item, context, contactId, currency) : noteBody(item, context, contactId),
    );
    const posted = await postEntries(context, path, bodies);
    for (const [index, [item]] of part.entries())
      outcomes.set(item, await recordOutcome(posted[index] as Posted, item, context));
  }
}

async function recordOutcome(result: Posted, { event, userId }: DeliveryItem, context: KommoContext): Promise<Outcome> {
  if (result.kind === 'made') return { kind: 'delivered' };
  if (result.kind === 'field') await forgetAccount(context);
  if (result.kind === 'contact' && event.user !== null) await rememberContact(context, event.user, userId, null);
  if (result.kind === 'field') return { kind: 'retry', code: 'not_found', detail: 'A field of Botscope was deleted' };
  if (result.kind === 'contact') return { kind: 'retry', code: 'not_found', detail: 'The contact was deleted' };
  return result;
}
