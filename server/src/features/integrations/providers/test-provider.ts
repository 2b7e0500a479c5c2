import { type IntegrationEvent, integrationEventKinds, type ProviderId, providerDescriptors } from '@botscope/contract';
import { Agent } from 'undici';
import * as z from 'zod/v4/core';
import { sendRequest } from '../engine/send-request.ts';
import {
  type DeliveryContext,
  type DeliveryItem,
  fillNames,
  type OutgoingRequest,
  type WithFile,
  withoutFiles,
} from './provider.ts';

/** Moment at which providers are tested. */
export const testNow = Date.UTC(2026, 10, 20, 12);

const noSite = { ga: null, ym: null, fbp: null, fbc: null, gclid: null, yclid: null, url: null };
const anna: NonNullable<IntegrationEvent['user']> = {
  ...{ id: 7001, first_name: 'Anna', last_name: null, username: 'anna', language: 'en', is_premium: false },
  ...{ first_seen_at: '2026-11-01T10:00:00.000Z', source: 'google', params: { source: 'google' }, site: noSite },
};

/** An event of a type with its sample data, an hour ago, of Anna (7001) unless given. */
export function testItem(type: IntegrationEvent['type'], part: Partial<IntegrationEvent> = {}): DeliveryItem {
  const { sample, about } = integrationEventKinds[type];
  const event: IntegrationEvent = {
    id: `evt_${'0'.repeat(24)}`,
    type,
    at: new Date(testNow - 3_600_000).toISOString(),
    bot: { key: '0123456789abc', name: 'shop_bot' },
    user: about === 'user' ? anna : null,
    data: sample as Record<string, unknown>,
    ...part,
  };
  return { event, userId: event.user === null ? null : 7001, attempt: 1 };
}

/** Sends to a fake of the provider: `origins` maps its origins to the address of the fake. */
export function testContext(
  id: ProviderId,
  {
    settings = {},
    secrets = {},
    names = {},
    origins = {},
    withFile = withoutFiles,
    now = () => testNow,
  }: {
    settings?: Record<string, unknown>;
    secrets?: Record<string, string>;
    names?: Record<string, string>;
    origins?: Record<string, string>;
    withFile?: WithFile;
    now?: () => number;
  },
): DeliveryContext<never, never> & {
  sent: OutgoingRequest[];
  kept: OutgoingRequest[];
  memoryOf: Map<string, unknown>;
} {
  const descriptor = providerDescriptors[id];
  const memoryOf = new Map<string, unknown>();
  const sent: OutgoingRequest[] = [];
  const kept: OutgoingRequest[] = [];
  const deps = { dispatcher: new Agent({ keepAliveTimeout: 10 }), origins, ownHosts: new Set<string>(), now };
  return {
    ...{ sent, kept, memoryOf, withFile, now, integrationKey: '0123456789abcdef' },
    settings: z.parse(descriptor.settings, settings) as never,
    secrets: z.parse(descriptor.secrets, secrets) as never,
    names: fillNames(names, descriptor),
    async send(request) {
      sent.push(request);
      return (await sendRequest(deps, request)).answer;
    },
    async keep(request) {
      kept.push(request);
    },
    memory: {
      get: async <Value>(key: string) => (memoryOf.get(key) as Value | undefined) ?? null,
      set: async (key, value) => void memoryOf.set(key, value),
    },
  };
}
