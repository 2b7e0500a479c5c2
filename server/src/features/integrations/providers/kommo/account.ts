import type { IntegrationUser } from '@botscope/contract';
import type { Outcome, ProviderAnswer } from '../provider.ts';
import { ProviderError, parseJson } from '../provider-error.ts';
import { embedded, fieldErrors, readAnswer } from './answers.ts';
import { type KommoContext, kommoHost } from './configuration.ts';
import { contactField, kommoRequest, ownFields } from './requests.ts';

/** More custom fields are not looked through: 50 on a page, so that a page fits into what is read of an answer. */
const maxFieldPages = 20;

/** What is remembered of an account. Keys have its host: after a change of the address nothing of it is true. */
export interface KommoAccount {
  /** ISO 4217. */
  currency: string;
}

const accountKey = (context: KommoContext): string => `account:${kommoHost(context.settings)}`;
const contactKey = (context: KommoContext, user: IntegrationUser): string =>
  `contact:${kommoHost(context.settings)}:${user.id}`;

/** Reads from the account. `missing`: what status 404 means. @throws ProviderError SendFailure */
export async function ask(context: KommoContext, path: string, missing?: Outcome): Promise<ProviderAnswer> {
  const answer = await context.send(kommoRequest(context, 'GET', path));
  const outcome = (answer.status === 404 && missing) || readAnswer(answer, context.now());
  if (outcome.kind !== 'delivered') throw new ProviderError(outcome);
  // What cannot be read must not be taken for an empty list: another contact would be made.
  if (answer.status !== 204 && parseJson(answer.body) === null)
    throw new ProviderError({ kind: 'retry', code: 'other', detail: 'The answer cannot be read' });
  return answer;
}

/** The account, with the fields of ours in it: they are made once. @throws ProviderError SendFailure */
export async function prepareAccount(context: KommoContext): Promise<KommoAccount> {
  const known = await context.memory.get<KommoAccount>(accountKey(context));
  if (known !== null) return known;
  const currency = parseJson((await ask(context, '/account')).body)?.currency;
  await makeFields(context, 'contacts');
  await makeFields(context, 'leads');
  const account = { currency: String(currency ?? '') };
  await context.memory.set(accountKey(context), account);
  return account;
}

/** The account is prepared again before the next delivery: a field of ours was deleted. */
export const forgetAccount = (context: KommoContext): Promise<void> => context.memory.set(accountKey(context), null);

async function makeFields(context: KommoContext, entity: 'contacts' | 'leads'): Promise<void> {
  const codes = new Set<unknown>();
  for (let page = 1; page <= maxFieldPages; page += 1) {
    const answer = await ask(context, `/${entity}/custom_fields?filter[type][0]=text&limit=50&page=${page}`);
    for (const { code } of embedded(answer, 'custom_fields')) codes.add(code);
    if (!('next' in ((parseJson(answer.body)?._links as object | undefined) ?? {}))) break;
  }
  const missing = ownFields[entity].filter(({ code }) => !codes.has(code));
  if (missing.length === 0) return;
  const answer = await context.send(kommoRequest(context, 'POST', `/${entity}/custom_fields`, missing));
  const errors = [...fieldErrors(answer).values()].flat();
  // Another integration of this account has made them since.
  if (errors.length > 0 && errors.every(({ path }) => path === 'code')) return;
  const outcome = readAnswer(answer, context.now());
  if (outcome.kind !== 'delivered') throw new ProviderError(outcome);
}

/** ID of the user's contact: remembered, or looked up by the Telegram ID; null: there is none. @throws ProviderError SendFailure */
export async function findContact(
  context: KommoContext,
  user: IntegrationUser,
  userId: number | null,
): Promise<number | null> {
  const known = await context.memory.get<number>(contactKey(context, user));
  if (known !== null) return known;
  const answer = await ask(context, `/contacts?query=${encodeURIComponent(String(user.id))}&limit=10`);
  // The search looks at all fields: a phone number could be found too.
  const contact = embedded(answer, 'contacts').find((one) => hasValue(one, contactField, String(user.id)));
  if (typeof contact?.id !== 'number') return null;
  await rememberContact(context, user, userId, contact.id);
  return contact.id;
}

export const rememberContact = (
  context: KommoContext,
  user: IntegrationUser,
  userId: number | null,
  contactId: number | null,
): Promise<void> => context.memory.set(contactKey(context, user), contactId, userId);

/** Whether a contact or lead has a value in a field. */
export function hasValue(entity: Record<string, unknown>, code: string, value: string): boolean {
  const fields = Array.isArray(entity.custom_fields_values) ? entity.custom_fields_values : [];
  return (fields as { field_code?: unknown; values?: { value?: unknown }[] }[]).some(
    ({ field_code, values }) => field_code === code && values?.some((one) => String(one.value) === value) === true,
  );
}
