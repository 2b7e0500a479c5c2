import { type IntegrationDraft, isProvider, parseRules, providerDescriptors, providerTypes } from '@botscope/contract';
import { type $ZodType, safeParse } from 'zod/v4/core';
import { AppError } from '../../platform/errors.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { sendsFiles } from './files/sends-files.ts';
import { buildConfiguration, type IntegrationRow } from './integration-row.ts';
import type { Configuration } from './providers/provider.ts';
import { serverProviders } from './providers/providers.ts';

/** Shorter secrets are not hinted at: their end would be most of them. */
const hintedLength = 12;
const hintLength = 4;

export interface CheckedDraft {
  configuration: Configuration;
  settings: IntegrationDraft['settings'];
  /** Sealed. */
  secrets: string;
  hints: Record<string, string>;
  lane: string;
}

/**
 * Checks a draft by its provider's schemas and completes it. Secrets that are left out are those of `saved`, unless the
 * draft sends elsewhere: someone who may change the address must not get the secret with it.
 * @throws AppError InvalidField (`settings.<key>`, `secrets.<key>`, `selection`), RequiredFields (`secrets.<key>`)
 */
export function checkDraft(
  draft: IntegrationDraft,
  integrationKey: string,
  saved: IntegrationRow | null,
  sealer: Pick<Sealer, 'seal' | 'open'>,
): CheckedDraft {
  const { provider, selection } = draft;
  if (!isProvider(provider)) throw new AppError('InvalidField', { field: 'provider' });
  const descriptor = providerDescriptors[provider];
  const { target, names } = descriptor;
  const types = providerTypes(provider);
  if (selection.types.some((type) => !types.includes(type))) throw new AppError('InvalidField', { field: 'selection' });
  if (sendsFiles(provider)) assertOnlyTypes(selection);
  if (parseRules(selection.rules) === null) throw new AppError('InvalidField', { field: 'selection.rules' });
  const settings = parseValues(descriptor.settings, draft.settings, 'settings') as IntegrationDraft['settings'];
  const given = Object.fromEntries(Object.entries(draft.secrets).filter(([, value]) => value !== ''));
  const kept = saved === null ? {} : (JSON.parse(sealer.open(saved.secrets)) as Record<string, string>);
  const isElsewhere = saved !== null && target.some((key) => settings[key] !== saved.settings[key]);
  if (isElsewhere) {
    const missing = Object.keys(kept).find((key) => kept[key] !== '' && given[key] === undefined);
    if (missing !== undefined) throw new AppError('RequiredFields', { field: `secrets.${missing}` });
  }
  const checked = parseValues(descriptor.secrets, { ...kept, ...given }, 'secrets') as Record<string, string>;
  const secrets = serverProviders[provider].complete?.(checked) ?? checked;
  const configuration = buildConfiguration(integrationKey, provider, { settings, secrets, selection });
  if (names === 'required' && !selection.types.some((type) => hasName(configuration.names, type)))
    throw new AppError('InvalidField', { field: 'selection.provider_names' });
  return {
    ...{ configuration, settings },
    secrets: sealer.seal(JSON.stringify(secrets)),
    hints: Object.fromEntries(
      Object.entries(secrets)
        .filter(([, value]) => value !== '')
        .map(([key, value]) => [key, value.length < hintedLength ? '' : value.slice(-hintLength)]),
    ),
    lane: serverProviders[provider].lane(configuration),
  };
}

/** Files have whole kinds of events: what would be ignored is refused. */
function assertOnlyTypes({ targets, names, rules, min_amount }: IntegrationDraft['selection']): void {
  const given = {
    targets: targets.length > 0,
    names: names.length > 0,
    rules: rules !== '',
    min_amount: min_amount > 0,
  };
  const field = Object.entries(given).find(([, isGiven]) => isGiven)?.[0];
  if (field !== undefined) throw new AppError('InvalidField', { field: `selection.${field}` });
}

const hasName = (names: Configuration['names'], type: string): boolean =>
  Object.entries(names).some(([key, name]) => name !== '' && (key === type || key.startsWith(`${type}:`)));

function parseValues(schema: $ZodType, values: unknown, part: string): Record<string, unknown> {
  const result = safeParse(schema, values);
  if (result.success) return result.data as Record<string, unknown>;
  const [issue] = result.error.issues;
  const key = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined;
  throw new AppError(isMissing ? 'RequiredFields' : 'InvalidField', { field: `${part}.${String(key ?? '')}` });
}
