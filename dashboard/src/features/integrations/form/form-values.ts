import {
  type Integration,
  type IntegrationDraft,
  type IntegrationEventType,
  type ProviderDescriptor,
  type ProviderField,
  type ProviderId,
  providerDescriptors,
} from '@botscope/contract';
import { safeParse } from 'zod/v4/core';

/** The form as its fields have it: texts that are not parsed yet. */
export interface FormValues {
  bot: string;
  name: string;
  /** Settings and secrets, by key. */
  fields: Record<string, string | boolean>;
  types: IntegrationEventType[];
  targets: number[];
  /** One a line. */
  names: string;
  rules: string;
  minAmount: string;
  providerNames: Record<string, string>;
  userIds: 'plain' | 'hashed';
  sendsNames: boolean;
  sendsTexts: boolean;
}

/** Fields as the form needs them, whichever schemas they have. */
export const fieldsOf = (provider: ProviderId): readonly ProviderField[] => providerDescriptors[provider].fields;

export const isSecret = (provider: ProviderId, key: string): boolean =>
  key in providerDescriptors[provider].secrets._zod.def.shape;

/** Values of a new integration: what the provider usually needs, and no more about users than that. */
export function emptyValues(provider: ProviderId, bot: string, name: string): FormValues {
  const { usualTypes, usualUserIds } = providerDescriptors[provider];
  return {
    ...{ bot, name, fields: defaultFields(provider) },
    ...{ types: [...usualTypes], targets: [], names: '', rules: '', minAmount: '', providerNames: {} },
    ...{ userIds: usualUserIds, sendsNames: false, sendsTexts: false },
  };
}

/** Values of a saved integration; secrets are empty, for they are never shown again. */
export function savedValues({ provider, bot_key, name, settings, selection, privacy }: Integration): FormValues {
  const saved = Object.entries(settings).map(([key, value]) => [key, typeof value === 'number' ? `${value}` : value]);
  return {
    ...{ bot: bot_key, name, fields: { ...defaultFields(provider), ...Object.fromEntries(saved) } },
    ...{ types: [...selection.types], targets: [...selection.targets], names: selection.names.join('\n') },
    ...{ rules: selection.rules, providerNames: { ...selection.provider_names } },
    minAmount: selection.min_amount === 0 ? '' : `${selection.min_amount}`,
    ...{ userIds: privacy.user_ids, sendsNames: privacy.names, sendsTexts: privacy.texts },
  };
}

/** Values as the tab's storage keeps them. */
export function withoutSecrets(provider: ProviderId, values: FormValues): FormValues {
  const settings = Object.entries(values.fields).filter(([key]) => !isSecret(provider, key));
  return { ...values, fields: Object.fromEntries(settings) };
}

/** The values as the server takes them. Empty fields are left out, so that defaults and kept secrets apply. */
export function buildDraft(provider: ProviderId, values: FormValues): IntegrationDraft {
  const given = fieldsOf(provider).flatMap((field): [string, string | number | boolean][] => {
    const value = readField(field, values.fields[field.key]);
    return value === undefined ? [] : [[field.key, value]];
  });
  const { types } = values;
  return {
    ...{ provider, name: values.name.trim() },
    settings: Object.fromEntries(given.filter(([key]) => !isSecret(provider, key))),
    secrets: Object.fromEntries(
      given.filter(([key]) => isSecret(provider, key)).map(([key, value]) => [key, `${value}`]),
    ),
    selection: {
      ...{ types, rules: values.rules, min_amount: hasAmounts(types) ? Number(values.minAmount) : 0 },
      targets: types.includes('conversion.reached') ? values.targets : [],
      names: hasNames(types) ? readLines(values.names) : [],
      provider_names: Object.fromEntries(
        Object.entries(values.providerNames).filter(([key, name]) => name.trim() !== '' && isNamed(types, key)),
      ),
    },
    privacy: { user_ids: values.userIds, names: values.sendsNames, texts: values.sendsTexts },
  };
}

const named: readonly IntegrationEventType[] = ['command.sent', 'button.pressed', 'app.event', 'site.event'];
const paid: readonly IntegrationEventType[] = ['payment.succeeded', 'payment.refunded', 'conversion.reached'];
/** Whether a list of names narrows these types. */
export const hasNames = (types: readonly IntegrationEventType[]): boolean => types.some((type) => named.includes(type));
/** Whether a least amount narrows these types. */
export const hasAmounts = (types: readonly IntegrationEventType[]): boolean =>
  types.some((type) => paid.includes(type));
const isNamed = (types: readonly string[], key: string): boolean => types.includes(key.replace(/:\d+$/, ''));

const readLines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

function readField({ input }: ProviderField, raw: string | boolean = ''): string | number | boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  if (raw.trim() === '') return undefined;
  return input === 'number' ? Number(raw) : raw;
}

/** What the schemas have for a field that is left out; a choice begins with its first option. */
function defaultFields(provider: ProviderId): FormValues['fields'] {
  const descriptor = providerDescriptors[provider];
  return Object.fromEntries(
    fieldsOf(provider).map(({ key, input, options }) => {
      const value = defaultOf(descriptor, key);
      if (input === 'switch') return [key, value === true];
      return [key, value === undefined ? (input === 'choice' ? (options?.[0] ?? '') : '') : String(value)];
    }),
  );
}

function defaultOf({ settings, secrets }: ProviderDescriptor, key: string): unknown {
  const schema = settings._zod.def.shape[key] ?? secrets._zod.def.shape[key];
  const result = schema && safeParse(schema, undefined);
  return result?.success === true ? result.data : undefined;
}
