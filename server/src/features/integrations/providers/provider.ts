import type { IntegrationEvent, ProviderDescriptor, ProviderId, ProviderSchemas } from '@botscope/contract';
import type * as z from 'zod/v4/core';
import type { FileFormat } from '../../../events/store/event-store.ts';

/** Settings and secrets of an integration, checked and filled with defaults, and names at the provider. */
export interface Configuration<Settings = Record<string, unknown>, Secrets = Record<string, string>> {
  /** Names the integration in what it sends, and hashes by it. */
  integrationKey: string;
  settings: Settings;
  secrets: Secrets;
  /** Names at the provider, by type or by `conversion.reached:<target>`; defaults are filled in. */
  names: Readonly<Record<string, string>>;
}

/** An event that is to be sent. */
export interface DeliveryItem {
  event: IntegrationEvent;
  /** Telegram's ID, whatever the event says of its user. Not to be sent. */
  userId: number | null;
  /** 1 in the first attempt. */
  attempt: number;
}

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** 20 s unless given. */
  timeoutMs?: number;
  /** Neither the body nor the answer is for the log: they have tokens. */
  isSecret?: boolean;
}

export interface ProviderAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The first 64 kB. */
  body: string;
}

/** What became of an item. `code` is a word of `deliveryProblems`; `detail` are words of the provider, without secrets. */
export type Outcome =
  | { kind: 'delivered' }
  /** Will work later, for all items of the integration alike: `afterMs` is what the provider asked for. */
  | { kind: 'retry'; code: string; detail: string; afterMs?: number }
  /** The provider will never take this item. */
  | { kind: 'rejected'; code: string; detail: string }
  /** Some item of the request is bad, and the provider does not say which: each is sent by itself. */
  | { kind: 'split'; code: string; detail: string }
  /** Nothing will work before the owner has changed something: the integration is stopped, its items wait. */
  | { kind: 'stop'; code: string; detail: string }
  /** It was sent, and nobody knows whether it arrived. */
  | { kind: 'unknown'; code: string; detail: string };

export interface Memory {
  get<Value>(key: string): Promise<Value | null>;
  /** `userId`: the value is about a user, and is erased with them. */
  set(key: string, value: unknown, userId?: number | null): Promise<void>;
}

/** What came of a test; `detail` of a success is what the owner should know nevertheless. */
export type TestOutcome = Exclude<Outcome, { kind: 'delivered' }> | { kind: 'delivered'; detail?: string };

/** Rows of a file that is to be sent, on the disk of this process. */
export interface EventFile {
  bytes: number;
  read(from: number, length: number): Promise<Buffer>;
}

/** Writes the rows of an item of the unit `file`, and deletes them after `use`, which gets null if they are not kept any more. */
export type WithFile = <Result>(
  item: DeliveryItem,
  format: FileFormat,
  use: (file: EventFile | null) => Promise<Result>,
) => Promise<Result>;

/** Where nothing is sent but single events. */
export const withoutFiles: WithFile = () => Promise.reject(new Error('There are no files'));

/** What a provider may use while it sends. */
export interface DeliveryContext<Settings, Secrets> extends Configuration<Settings, Secrets> {
  /** Sends a request, within the limits of the provider, and notes it in the log. @throws SendFailure without an answer */
  send(request: OutgoingRequest): Promise<ProviderAnswer>;
  /** Keeps a request that does not leave, to be looked at. */
  keep(request: OutgoingRequest, userId: number | null): Promise<void>;
  withFile: WithFile;
  memory: Memory;
  /** Unix ms. */
  now(): number;
}

/** No answer came. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';

  /** Word of `deliveryProblems`. */
  readonly code: string;
  /** False: the request certainly did not leave. */
  readonly mayHaveArrived: boolean;

  constructor(code: string, mayHaveArrived: boolean) {
    super(`no answer: ${code}`);
    this.code = code;
    this.mayHaveArrived = mayHaveArrived;
  }
}

export interface ProviderLimits {
  /** Events of one call of `deliver`. */
  items: number;
  /** Calls of `deliver` at once; 1 keeps the order of events. */
  concurrency: number;
  /** Requests a second, of all integrations of a lane together; null: no limit is known. */
  perSecond: number | null;
}

/** A tool that integrations send to. Everything but `deliver` and `test` is pure. */
export interface Provider<Settings = never, Secrets = never> {
  limits(configuration: Configuration<Settings, Secrets>): ProviderLimits;
  /** Names what shares the limits: the host, the account, or the provider where it counts by our address. No secrets. */
  lane(configuration: Configuration<Settings, Secrets>): string;
  /** Fills in what an owner may leave out, such as a secret of ours; runs when an integration is saved. */
  complete?(secrets: Secrets): Secrets;
  /** The exact request, as `deliver` would send it first; null where nothing would be sent. */
  preview(
    items: readonly DeliveryItem[],
    configuration: Configuration<Settings, Secrets>,
    now: number,
  ): OutgoingRequest | null;
  /** Sends items; answers in their order. A SendFailure that is thrown counts for all of them. */
  deliver(items: readonly DeliveryItem[], context: DeliveryContext<Settings, Secrets>): Promise<Outcome[]>;
  /** What a success of the test proves. */
  proves: 'arrival' | 'address' | 'nothing';
  /** Tries the settings without leaving data behind where that is possible; else `deliver` with a test event. */
  test?(context: DeliveryContext<Settings, Secrets>): Promise<TestOutcome>;
  /** Finds out what became of items whose answer was lost; only of providers that can be asked. */
  resolve?(items: readonly DeliveryItem[], context: DeliveryContext<Settings, Secrets>): Promise<Outcome[]>;
}

export type SettingsOf<Id extends ProviderId> = z.output<ProviderSchemas<Id>['settings']>;
export type SecretsOf<Id extends ProviderId> = z.output<ProviderSchemas<Id>['secrets']>;
export type ProviderOf<Id extends ProviderId> = Provider<SettingsOf<Id>, SecretsOf<Id>>;
export type ContextOf<Id extends ProviderId> = DeliveryContext<SettingsOf<Id>, SecretsOf<Id>>;
export type ConfigurationOf<Id extends ProviderId> = Configuration<SettingsOf<Id>, SecretsOf<Id>>;

/** Name of an event at the provider; null: the owner wants it not to be sent. */
export function nameAt({ event }: DeliveryItem, { names }: Pick<Configuration, 'names'>): string | null {
  const target = event.type === 'conversion.reached' ? `${event.type}:${String(event.data.target_id)}` : '';
  return names[target] || names[event.type] || null;
}

/** Fills names with those of the descriptor. */
export const fillNames = (
  names: Readonly<Record<string, string>>,
  {
    names: use,
    defaultNames,
    usualTypes,
    types,
  }: Pick<ProviderDescriptor, 'names' | 'defaultNames' | 'usualTypes' | 'types'>,
): Record<string, string> => ({
  ...(use === 'optional' && Object.fromEntries([...(types ?? []), ...usualTypes].map((type) => [type, type]))),
  ...defaultNames,
  ...Object.fromEntries(Object.entries(names).filter(([, name]) => name !== '')),
});
