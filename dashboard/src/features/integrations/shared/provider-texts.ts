import type { ProviderId, ProviderSchemas } from '@botscope/contract';
import type { TFunction } from 'i18next';

/** Texts of a provider's form: every field has a label and says what belongs into it. */
type FieldTexts<Id extends ProviderId> = Record<ProviderSchemas<Id>['fields'][number]['key'], FieldText>;
interface FieldText {
  label: string;
  hint: string;
  /** Names of the options of a choice; the options themselves unless given. */
  options?: Record<string, string>;
}

/**
 * What the dashboard says about a provider: `locales/{en,ru}/provider-<id>.ts` exports it as `texts`, with hyphens for the
 * underscores of the ID. Nothing else is needed for it to be shown.
 */
export interface ProviderTexts<Id extends ProviderId = ProviderId> {
  name: string;
  /** One sentence: what the owner gets. */
  about: string;
  /** What leaves the product, and for where. */
  leaves: string;
  /** Where to get the keys, in order. */
  steps: Record<string, string>;
  fields: FieldTexts<Id>;
  /** What a test that succeeded proves, and what it does not. */
  test: string;
}

/** Texts as pages read them, whichever provider they belong to. */
export interface ShownProvider extends Omit<ProviderTexts, 'fields'> {
  fields: Record<string, FieldText>;
}

/** Texts of all providers by ID, from the files of one language. */
export const collectProviderTexts = (files: Record<string, ShownProvider>): Record<ProviderId, ShownProvider> =>
  Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.replace(/^.*provider-|\.ts$/g, '').replaceAll('-', '_'), texts]),
  ) as Record<ProviderId, ShownProvider>;

export const providerTexts = (t: TFunction, id: ProviderId): ShownProvider =>
  t(`Providers.${id}`, { returnObjects: true });
