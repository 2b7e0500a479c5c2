import { maskSecrets } from '../analytics/mask-secrets.ts';
import { fingerprint, readJson } from '../analytics/read-json.ts';
import type {
  ConfigurationOf,
  ContextOf,
  DeliveryItem,
  Outcome,
  OutgoingRequest,
  ProviderAnswer,
  ProviderOf,
} from '../provider.ts';
import { forAll } from '../read-status.ts';
import { contactId, contactInputs } from './contact-inputs.ts';
import { ensureProperties, forgetProperties } from './ensure-properties.ts';
import { eraseContacts, findRequest } from './erase-contacts.ts';
import { deliverNotes } from './notes.ts';
import { readAnswer, readObjects } from './read-answer.ts';
import { hubspotRequest } from './requests.ts';

/** Of a hundred in ten seconds, which other integrations of the account share. */
const perSecond = 8;
const contactScopes = ['crm.objects.contacts.read', 'crm.objects.contacts.write'];

type Configuration = ConfigurationOf<'hubspot'>;
type Context = ContextOf<'hubspot'>;

/** Keeps users as contacts of HubSpot (developers.hubspot.com/docs/api-reference/crm-contacts-v3). */
export const hubspot: ProviderOf<'hubspot'> = {
  proves: 'address',
  limits: () => ({ items: 100, concurrency: 1, perSecond }),
  lane: ({ secrets }) => `hubspot:${fingerprint(secrets.token)}`,
  preview(items, configuration) {
    const [first] = runs(items.filter((item) => contactId(item) !== null));
    if (first === undefined) return null;
    return isErasure(first[0]) ? findRequest(first, configuration) : upsertRequest(first, configuration);
  },
  async deliver(items, context) {
    const outcomes = new Map<DeliveryItem, Outcome>();
    const known = items.filter((item) => contactId(item) !== null);
    let obstacle = known.length === 0 ? null : await ensureProperties(context);
    for (const run of runs(known)) {
      const results = obstacle === null ? await deliverRun(run, context) : forAll(run, obstacle);
      for (const [index, item] of run.entries()) outcomes.set(item, results[index] as Outcome);
      obstacle ??= results.find(({ kind }) => kind === 'stop' || kind === 'retry') ?? null;
    }
    const withoutUser: Outcome = { kind: 'rejected', code: 'no_user', detail: '' };
    return maskSecrets(
      items.map((item) => outcomes.get(item) ?? withoutUser),
      context.secrets,
    );
  },
  /** The token's scopes and the properties are looked at; no contact is made. */
  async test(context) {
    const [outcome] = maskSecrets(
      [(await missingScopes(context)) ?? (await ensureProperties(context)) ?? { kind: 'delivered' as const }],
      context.secrets,
    );
    return outcome as Outcome;
  },
};

const isErasure = (item: DeliveryItem | undefined): boolean => item?.event.type === 'user.erased';

/** Items in their order, erasures apart: what happened before one must not bring its contact back. */
function runs(items: readonly DeliveryItem[]): DeliveryItem[][] {
  const groups: DeliveryItem[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last !== undefined && isErasure(last[0]) === isErasure(item)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

const deliverRun = (run: readonly DeliveryItem[], context: Context): Promise<Outcome[]> =>
  isErasure(run[0]) ? eraseContacts(run, context) : deliverContacts(run, context);

const upsertRequest = (items: readonly DeliveryItem[], configuration: Configuration): OutgoingRequest =>
  hubspotRequest(configuration, '/crm/v3/objects/contacts/batch/upsert', {
    inputs: contactInputs(items, configuration),
  });

async function deliverContacts(items: readonly DeliveryItem[], context: Context): Promise<Outcome[]> {
  const answer = await context.send(upsertRequest(items, context));
  if (lacksProperty(answer)) {
    await forgetProperties(context);
    return forAll(items, { kind: 'retry', code: 'misconfigured', detail: answer.body.slice(0, 500) });
  }
  const outcome = readAnswer(answer, context.now());
  if (outcome.kind !== 'delivered') return forAll(items, outcome);
  const { ids, refused } = readObjects(answer, context.settings.id_property);
  const unclear: Outcome = {
    kind: 'split',
    code: 'rejected',
    detail: 'HubSpot did not say what became of the contact',
  };
  const outcomes = new Map<DeliveryItem, Outcome>(
    items.map((item) => [item, refused.get(String(contactId(item))) ?? unclear]),
  );
  const taken = items.flatMap((item) => {
    const contact = ids.get(String(contactId(item)));
    return contact === undefined ? [] : [{ item, contact }];
  });
  const written = taken.length > 0 && context.settings.notes ? await deliverNotes(taken, context) : [];
  for (const [index, { item }] of taken.entries()) outcomes.set(item, written[index] ?? { kind: 'delivered' });
  return items.map((item) => outcomes.get(item) as Outcome);
}

/** The owner has removed a property since it was looked for. */
function lacksProperty({ status, body }: ProviderAnswer): boolean {
  if (status !== 400 && status !== 207) return false;
  const errors = status === 400 ? body : JSON.stringify(readJson({ body })?.errors ?? []);
  return errors.includes('PROPERTY_DOESNT_EXIST');
}

/** HubSpot says which scopes a token of a private app has. Without an answer nothing is known, and nothing claimed. */
async function missingScopes(context: Context): Promise<Outcome | null> {
  const path = '/oauth/v2/private-apps/get/access-token-info';
  const answer = await context.send(hubspotRequest(context, path, { tokenKey: context.secrets.token }));
  const scopes = readJson(answer)?.scopes;
  if (answer.status !== 200 || !Array.isArray(scopes)) return null;
  const missing = contactScopes.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return null;
  return { kind: 'stop', code: 'forbidden', detail: `Missing scopes: ${missing.join(', ')}` };
}
