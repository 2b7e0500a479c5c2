import { dataProperties } from '../analytics/analytics-event.ts';
import { type ContextOf, type DeliveryItem, nameAt, type Outcome } from '../provider.ts';
import { forAll } from '../read-status.ts';
import { eventIdProperty } from './ensure-properties.ts';
import { readAnswer, readObjects } from './read-answer.ts';
import { hubspotRequest } from './requests.ts';

/** HubSpot takes 65,536 characters. */
const longestNote = 65_000;

type Context = ContextOf<'hubspot'>;

/**
 * Writes events as notes of contacts. Each step may be repeated: a note is found by the ID of its event, and a second
 * association of the same two is the first.
 */
export async function deliverNotes(
  notes: readonly { item: DeliveryItem; contact: string }[],
  context: Context,
): Promise<Outcome[]> {
  const items = notes.map(({ item }) => item);
  const inputs = items.map((item) => noteInput(item, context));
  const upserted = await context.send(hubspotRequest(context, '/crm/v3/objects/notes/batch/upsert', { inputs }));
  const outcome = readAnswer(upserted, context.now());
  if (outcome.kind !== 'delivered') return forAll(items, outcome);
  const { ids, refused } = readObjects(upserted, eventIdProperty);
  const pairs = notes.flatMap(({ item, contact }) => {
    const id = ids.get(item.event.id);
    return id === undefined ? [] : [{ from: { id }, to: { id: contact } }];
  });
  if (pairs.length > 0) {
    const path = '/crm/v4/associations/notes/contacts/batch/associate/default';
    const associated = readAnswer(await context.send(hubspotRequest(context, path, { inputs: pairs })), context.now());
    if (associated.kind !== 'delivered') return forAll(items, associated);
  }
  const missing: Outcome = { kind: 'split', code: 'rejected', detail: 'HubSpot did not say what became of the note' };
  return items.map(({ event }) => (ids.has(event.id) ? { kind: 'delivered' } : (refused.get(event.id) ?? missing)));
}

function noteInput(item: DeliveryItem, context: Context) {
  const { id, at } = item.event;
  return {
    ...{ id, idProperty: eventIdProperty, objectWriteTraceId: id },
    properties: { [eventIdProperty]: id, hs_timestamp: at, hs_note_body: noteBody(item, context) },
  };
}

/** HTML: what users wrote must not become a part of it. */
function noteBody(item: DeliveryItem, context: Context): string {
  const { event } = item;
  const details = Object.entries(dataProperties(event.data)).map(([key, value]) => `${key}: ${value}`);
  const title = `<b>${escapeHtml(nameAt(item, context) ?? event.type)}</b> (${escapeHtml(event.bot.name)})`;
  let body = title;
  for (const line of details.map((detail) => `<br>${escapeHtml(detail)}`))
    if (body.length + line.length <= longestNote) body += line;
  return body;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
