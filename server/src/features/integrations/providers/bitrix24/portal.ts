import type { IntegrationUser } from '@botscope/contract';
import type { ContextOf, DeliveryItem, Outcome, OutgoingRequest, ProviderAnswer } from '../provider.ts';
import { ProviderError, parseJson } from '../provider-error.ts';
import { type CallResult, readAnswer, readBatch } from './answers.ts';
import { batchRequest, contactCommand, contactOrigin, isRecord, methodRequest, originator } from './requests.ts';

export type Bitrix24Context = ContextOf<'bitrix24'>;

/** @throws ProviderError SendFailure */
export async function ask(context: Bitrix24Context, request: OutgoingRequest): Promise<ProviderAnswer> {
  const answer = await context.send(request);
  const outcome = readAnswer(answer, context.secrets.webhook, context.now());
  if (outcome.kind !== 'delivered') throw new ProviderError(outcome);
  return answer;
}

/** Several calls at once. @throws ProviderError SendFailure */
export async function askBatch(context: Bitrix24Context, commands: readonly string[]): Promise<CallResult[]> {
  if (commands.length === 0) return [];
  const answer = await ask(context, batchRequest(context, commands));
  return readBatch(answer, commands.length, context.secrets.webhook);
}

/** IDs of the portal by IDs of ours. At most 50 are asked for: that is a page. @throws ProviderError SendFailure */
async function findOrigins(
  context: Bitrix24Context,
  method: string,
  origins: readonly string[],
): Promise<Map<string, number>> {
  if (origins.length === 0) return new Map();
  const filter = { '=ORIGINATOR_ID': originator, '@ORIGIN_ID': origins };
  const answer = await ask(context, methodRequest(context, method, { filter, select: ['ID', 'ORIGIN_ID'] }));
  const rows = parseJson(answer.body)?.result;
  // What cannot be read must not be taken for an empty list: everything would be made again.
  if (!Array.isArray(rows))
    throw new ProviderError({ kind: 'retry', code: 'other', detail: 'The answer cannot be read' });
  return new Map(
    (rows as { ID?: unknown; ORIGIN_ID?: unknown }[]).map(({ ID, ORIGIN_ID }) => [String(ORIGIN_ID), Number(ID)]),
  );
}

/** A webhook that was replaced may be that of another portal. */
const contactKey = (context: Bitrix24Context, user: IntegrationUser): string =>
  `contact:${new URL(context.secrets.webhook).host}:${user.id}`;

/** After that the contact is looked up again. */
export const forgetContact = (context: Bitrix24Context, user: IntegrationUser, userId: number | null): Promise<void> =>
  context.memory.set(contactKey(context, user), null, userId);

/** Contacts of the users of the items: remembered, found, or made. @throws ProviderError SendFailure */
export async function contactsOf(
  items: readonly DeliveryItem[],
  context: Bitrix24Context,
): Promise<Map<DeliveryItem, CallResult>> {
  const users = new Map<string, { user: IntegrationUser; userId: number | null }>();
  for (const { event, userId } of items)
    if (event.user !== null) users.set(contactOrigin(event.user), { user: event.user, userId });
  const contacts = new Map<string, CallResult>();
  for (const [origin, { user }] of users) {
    const id = await context.memory.get<number>(contactKey(context, user));
    if (id !== null) contacts.set(origin, { kind: 'done', value: id });
  }
  const unknown = [...users.keys()].filter((origin) => !contacts.has(origin));
  const found = await findOrigins(context, 'crm.contact.list', unknown);
  const missing = [...users].filter(([origin]) => !contacts.has(origin) && !found.has(origin));
  const made = await askBatch(
    context,
    missing.map(([, { user }]) => contactCommand(user, context)),
  );
  for (const [origin, id] of found) contacts.set(origin, { kind: 'done', value: id });
  for (const [index, [origin]] of missing.entries()) contacts.set(origin, made[index] as CallResult);
  for (const origin of unknown) {
    const { user, userId } = users.get(origin) as { user: IntegrationUser; userId: number | null };
    const result = contacts.get(origin);
    if (result?.kind === 'done') await context.memory.set(contactKey(context, user), Number(result.value), userId);
  }
  return new Map(
    items.flatMap((item) => {
      const result = item.event.user === null ? undefined : contacts.get(contactOrigin(item.event.user));
      return result === undefined ? [] : [[item, result] as const];
    }),
  );
}

/**
 * Items that the portal has already: leads and deals by the event's ID, comments of repeated items by the same in their
 * last line. @throws ProviderError SendFailure
 */
export async function findDelivered(
  items: readonly (readonly [DeliveryItem, number])[],
  context: Bitrix24Context,
): Promise<Map<DeliveryItem, Outcome>> {
  const outcomes = new Map<DeliveryItem, Outcome>();
  const records = items.filter(([item]) => isRecord(item, context)).map(([item]) => item);
  const found = await findOrigins(
    context,
    `crm.${context.settings.record}.list`,
    records.map(({ event }) => event.id),
  );
  for (const item of records) if (found.has(item.event.id)) outcomes.set(item, { kind: 'delivered' });
  const comments = items.filter(([item]) => !isRecord(item, context) && item.attempt > 1);
  for (const contactId of new Set(comments.map(([, id]) => id))) {
    const list = await commentsOf(context, contactId);
    for (const [item, id] of comments) {
      if (id !== contactId) continue;
      if (list.body.includes(item.event.id)) outcomes.set(item, { kind: 'delivered' });
      else if (parseJson(list.body) === null)
        outcomes.set(item, { kind: 'unknown', code: 'other', detail: 'The comments of the contact are too long' });
    }
  }
  return outcomes;
}

/** The newest comments of a contact, at most 50. The answer may be cut: what it has is true, what it lacks is not known. */
function commentsOf(context: Bitrix24Context, contactId: number): Promise<ProviderAnswer> {
  const parameters = {
    filter: { ENTITY_ID: contactId, ENTITY_TYPE: 'contact' },
    select: ['ID', 'COMMENT'],
    order: { ID: 'DESC' },
  };
  return ask(context, methodRequest(context, 'crm.timeline.comment.list', parameters));
}
