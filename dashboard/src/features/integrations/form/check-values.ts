import { type Integration, type ProviderId, providerDescriptors } from '@botscope/contract';
import { type FieldProblem, fieldProblems } from '../../../ui/field-errors.ts';
import { buildDraft, type FormValues, fieldsOf, hasAmounts } from './form-values.ts';
import { generatedSecrets } from './generated-secrets.ts';

/** Problems by field; those of the provider's fields as `fields.<key>`. */
export type Problems = Record<string, FieldProblem>;

const required: FieldProblem = { code: 'RequiredFields' };
const longestName = 100;

/** Whether the values send elsewhere than the saved integration does: its secrets must then be entered again. */
export function isElsewhere(provider: ProviderId, values: FormValues, saved: Integration | null): boolean {
  if (saved === null) return false;
  const { settings } = buildDraft(provider, values);
  return providerDescriptors[provider].target.some((key) => settings[key] !== saved.settings[key]);
}

/** Problems of the first step: name, settings and secrets. */
export function checkConnection(provider: ProviderId, values: FormValues, saved: Integration | null): Problems {
  const descriptor = providerDescriptors[provider];
  const draft = buildDraft(provider, values);
  const isKept = (key: string) => key in (saved?.secrets ?? {}) && !isElsewhere(provider, values, saved);
  const secrets = Object.entries(fieldProblems(descriptor.secrets, draft.secrets)).filter(
    ([key]) => draft.secrets[key] !== undefined || !isKept(key),
  );
  const missing = generatedSecrets(provider).filter((key) => draft.secrets[key] === undefined && !isKept(key));
  const name: Problems =
    draft.name === '' ? { name: required } : draft.name.length > longestName ? { name: { tooLong: longestName } } : {};
  return {
    ...name,
    ...prefixed(Object.entries(fieldProblems(descriptor.settings, draft.settings))),
    ...prefixed([...secrets, ...missing.map((key): [string, FieldProblem] => [key, required])]),
  };
}

const prefixed = (problems: [string, FieldProblem][]): Problems =>
  Object.fromEntries(problems.map(([key, problem]) => [`fields.${key}`, problem]));

/** Problems of the second step: what is sent. */
export function checkSelection(provider: ProviderId, values: FormValues): Problems {
  const { selection } = buildDraft(provider, values);
  const { names } = providerDescriptors[provider];
  const amount = selection.min_amount;
  const isAmount = !hasAmounts(values.types) || (Number.isInteger(amount) && amount >= 0 && amount <= 1e12);
  const defaults = providerDescriptors[provider].defaultNames ?? {};
  const isNamed = values.types.some(
    (type) =>
      defaults[type] !== undefined ||
      Object.keys(selection.provider_names).some((key) => key === type || key.startsWith(`${type}:`)),
  );
  return {
    ...(values.types.length === 0 && { types: required }),
    ...(!isAmount && { minAmount: { code: 'InvalidField' } as const }),
    ...(names === 'required' && !isNamed && { providerNames: required }),
  };
}

/** Field of the form that an error of the server names: `settings.url`, `selection.provider_names`. */
export function toFormField(field: string): string {
  const key = field.replace(/^(settings|secrets)\./, 'fields.');
  if (key === 'selection' || key === 'selection.types') return 'types';
  return key
    .replace('selection.provider_names', 'providerNames')
    .replace('selection.min_amount', 'minAmount')
    .replace(/^selection\.(\w+).*$/, '$1');
}

/** Step in which a field is. */
export const stepOf = (field: string): 'connect' | 'choose' =>
  field === 'name' || field.startsWith('fields.') ? 'connect' : 'choose';

/** Whether a problem there would be seen in the form. */
export const hasField = (provider: ProviderId, field: string): boolean =>
  ['name', 'types', 'names', 'minAmount', 'providerNames'].includes(field) ||
  fieldsOf(provider).some(({ key }) => field === `fields.${key}`);
