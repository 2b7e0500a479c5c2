import type { IntegrationPrivacy, IntegrationSelection, ProviderId } from '@botscope/contract';
import {
  IntegrationPrivacy as Privacy,
  providerDescriptors,
  IntegrationSelection as Selection,
} from '@botscope/contract';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import { parse } from 'zod/v4/core';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { type Configuration, fillNames } from './providers/provider.ts';

export type IntegrationRow = Selectable<Tables['integrations']>;

/** What a provider is called with. @throws ZodError for settings that an older version has saved and this one refuses */
export function readConfiguration(
  row: Pick<IntegrationRow, 'key' | 'provider' | 'settings' | 'secrets' | 'selection'>,
  sealer: Pick<Sealer, 'open'>,
): Configuration {
  return buildConfiguration(row.key, row.provider, {
    ...{ settings: row.settings, secrets: JSON.parse(sealer.open(row.secrets)) as Record<string, string> },
    selection: readSelection(row.selection),
  });
}

export function buildConfiguration(
  integrationKey: string,
  provider: ProviderId,
  values: { settings: Record<string, unknown>; secrets: Record<string, string>; selection: IntegrationSelection },
): Configuration {
  const descriptor = providerDescriptors[provider];
  return {
    integrationKey,
    settings: parse(descriptor.settings, values.settings),
    // Secrets are texts in every descriptor.
    secrets: parse(descriptor.secrets, values.secrets) as Record<string, string>,
    names: fillNames(values.selection.provider_names, descriptor),
  };
}

/** Members that are newer than the row have their defaults. */
export const readSelection = (stored: unknown): IntegrationSelection => z.parse(Selection, stored);
export const readPrivacy = (stored: unknown): IntegrationPrivacy => z.parse(Privacy, stored);
