import type { IncomingHttpHeaders } from 'node:http';
import { type PartnerServer, startPartner } from './partner-server.ts';

export interface WebhookReceiver extends PartnerServer {
  /** Bodies by ID: a request that comes again changes nothing. */
  received: Map<string, unknown>;
  /** Checks signatures; throws for a bad one. Replaced where the receiver knows another secret. */
  verify(body: string, headers: Record<string, string>): unknown;
}

/** A server of an owner, as Standard Webhooks wants it: it verifies first, and recognizes what it has had. */
export async function startWebhookReceiver(verify: WebhookReceiver['verify']): Promise<WebhookReceiver> {
  const received = new Map<string, unknown>();
  const receiver: { verify: WebhookReceiver['verify'] } = { verify };
  const server = await startPartner(({ method, headers, body }) => {
    if (method !== 'POST') return { status: 405 };
    if (headers['content-type'] !== 'application/json') return { status: 415 };
    try {
      const value = receiver.verify(body.toString(), singleHeaders(headers));
      received.set(String(headers['webhook-id']), value);
      return { status: 204 };
    } catch (error) {
      return { status: 401, body: error instanceof Error ? error.message : '' };
    }
  });
  return Object.assign(receiver, { ...server, received });
}

const singleHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
