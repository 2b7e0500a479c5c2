import type * as z from 'zod/v4/core';
import type { IntegrationEventType } from '../integration-events.ts';

/** Groups of the catalogue, in its order. */
export const providerCategories = ['code', 'messenger', 'analytics', 'ads', 'crm', 'storage'] as const;
export type ProviderCategory = (typeof providerCategories)[number];

/** A field of the form in which an owner connects a provider. The dashboard has a label and a hint for each. */
export interface ProviderField<Key extends string = string> {
  key: Key;
  /** `lines`: several texts, one a line; `document`: a text that is pasted whole, such as a key file in JSON. */
  input: 'text' | 'choice' | 'number' | 'switch' | 'lines' | 'document';
  options?: readonly string[];
  /** Shown in the empty field. */
  placeholder?: string;
}

/** Description of a tool that integrations send to. Values are checked by `settings` and `secrets`. */
export interface ProviderDescriptor<
  Settings extends z.$ZodObject = z.$ZodObject,
  Secrets extends z.$ZodObject = z.$ZodObject,
> {
  category: ProviderCategory;
  /** Values that everyone with `integrations.view` sees. Each member has a default or is required. */
  settings: Settings;
  /** Values that are sealed, and never shown again. All are texts. */
  secrets: Secrets;
  /** Order and kinds of the fields of both; a secret is shown as one. */
  fields: readonly ProviderField<(keyof z.output<Settings> | keyof z.output<Secrets>) & string>[];
  /**
   * Fields that say where to. While their values change, the secrets must be entered again: else a colleague could send
   * them to a server of their own.
   */
  target: readonly (keyof z.output<Settings> & string)[];
  /**
   * Unit that is sent at once, and counted as one delivery: an event unless given, or a file with the events of an hour or a
   * day. Of the selection only `types` apply to files.
   */
  unit?: 'event' | 'file';
  /** Whether events have names of the owner's choice at the provider: none, ours unless given, or only those with a name. */
  names: 'none' | 'optional' | 'required';
  /** Names unless the owner gives others. */
  defaultNames?: Readonly<Partial<Record<IntegrationEventType, string>>>;
  /** Types that the provider can take; all but files unless given. */
  types?: readonly IntegrationEventType[];
  /** Types that are chosen in a new integration. */
  usualTypes: readonly IntegrationEventType[];
  /** Highest age of an event that the provider takes, hours; null: any. */
  maxAgeHours: number | null;
  /** `known`: an event that arrives twice is recognised by its ID; `possible`: it would count twice. */
  repeats: 'known' | 'possible';
  /** Whether users are named by Telegram's ID or by a hash, unless the owner decides. */
  usualUserIds: 'plain' | 'hashed';
  /** ID of the website's visitor by which the provider joins a user; none unless given. */
  joins?: 'ga' | 'ym' | 'fb';
  /** Whether the provider forgets a user who was erased, on demand. */
  forgetsUsers: boolean;
}

/** Keeps the types of the schemas. */
export const provider = <Settings extends z.$ZodObject, Secrets extends z.$ZodObject>(
  descriptor: ProviderDescriptor<Settings, Secrets>,
): ProviderDescriptor<Settings, Secrets> => descriptor;
