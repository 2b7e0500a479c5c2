import { readJson } from '../analytics/read-json.ts';
import type { ContextOf, Outcome, ProviderAnswer } from '../provider.ts';
import { readAnswer } from './read-answer.ts';
import { hubspotRequest } from './requests.ts';

/** Property of notes by which an event that is sent again is the same note. */
export const eventIdProperty = 'botscope_event_id';
const group = 'botscope';

interface Property {
  object: 'contacts' | 'notes';
  name: string;
  label: string;
  type: 'string' | 'number' | 'datetime';
  isUnique?: boolean;
}

const fieldTypes = { string: 'text', number: 'number', datetime: 'date' } as const;

function properties({ id_property, notes }: Context['settings']): Property[] {
  const contact = (name: string, label: string, type: Property['type'] = 'string'): Property => ({
    ...{ object: 'contacts', name, label, type },
  });
  return [
    { ...contact(id_property, 'Telegram ID'), isUnique: true },
    contact('telegram_username', 'Telegram username'),
    contact('telegram_language', 'Telegram language'),
    contact('telegram_source', 'Telegram source'),
    contact('telegram_first_seen', 'First seen in Telegram', 'datetime'),
    contact('telegram_bot', 'Telegram bot'),
    contact('telegram_status', 'Telegram status'),
    contact('telegram_last_event', 'Last Telegram event'),
    contact('telegram_last_event_at', 'Last Telegram event at', 'datetime'),
    contact('telegram_last_payment', 'Last Telegram payment', 'number'),
    contact('telegram_last_payment_currency', 'Currency of the last Telegram payment'),
    ...(notes
      ? [
          {
            object: 'notes',
            name: eventIdProperty,
            label: 'Botscope event ID',
            type: 'string',
            isUnique: true,
          } as const,
        ]
      : []),
  ];
}

type Context = ContextOf<'hubspot'>;

const memoryKey = ({ settings }: Context): string => `properties:${settings.id_property}:${settings.notes}`;

/** Creates the properties that do not exist, once. Returns what is in the way, null if nothing is. */
export async function ensureProperties(context: Context): Promise<Outcome | null> {
  if ((await context.memory.get(memoryKey(context))) === true) return null;
  const withGroup = new Set<string>();
  for (const property of properties(context.settings)) {
    const answer = await context.send(hubspotRequest(context, `${pathOf(property)}/${property.name}`));
    const obstacle =
      answer.status === 404
        ? await createProperty(property, withGroup, context)
        : existingProblem(property, answer, context.now());
    if (obstacle !== null) return obstacle;
  }
  await context.memory.set(memoryKey(context), true);
  return null;
}

/** Looks for them again next time: the owner has removed one. */
export const forgetProperties = (context: Context): Promise<void> => context.memory.set(memoryKey(context), false);

const pathOf = ({ object }: Property): string => `/crm/v3/properties/${object}`;

function existingProblem(property: Property, answer: ProviderAnswer, now: number): Outcome | null {
  const outcome = readAnswer(answer, now);
  if (outcome.kind !== 'delivered') return settingUp(outcome);
  if (property.isUnique !== true || readJson(answer)?.hasUniqueValue === true) return null;
  const detail = `The property ${property.name} of ${property.object} exists, but its values need not be unique`;
  return { kind: 'stop', code: 'misconfigured', detail };
}

/** Creates it in a group of ours. 409: it exists by now. */
async function createProperty(property: Property, withGroup: Set<string>, context: Context): Promise<Outcome | null> {
  const { object, name, label, type, isUnique } = property;
  const path = pathOf(property);
  const groupRequest = hubspotRequest(context, `${path}/groups`, { name: group, label: 'Botscope', displayOrder: -1 });
  const request = hubspotRequest(context, path, {
    ...{ name, label, type, fieldType: fieldTypes[type], groupName: group },
    ...(isUnique && { hasUniqueValue: true }),
  });
  for (const next of withGroup.has(object) ? [request] : [groupRequest, request]) {
    const answer = await context.send(next);
    const outcome = readAnswer(answer, context.now());
    if (answer.status !== 409 && outcome.kind !== 'delivered') return settingUp(outcome);
    withGroup.add(object);
  }
  return null;
}

/** A request that HubSpot refuses here will not be taken from another event either. */
const settingUp = (outcome: Outcome): Outcome =>
  outcome.kind === 'split' ? { kind: 'stop', code: 'misconfigured', detail: outcome.detail } : outcome;
