import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PartnerRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PartnerAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/**
 * What goes wrong with one request. `lost`: it is processed and the connection is reset without an answer. `hang`: it is
 * processed and no answer comes. `reset`: it is not processed.
 */
export type PartnerFault =
  | { kind: 'lost' }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'answer'; answer: PartnerAnswer }
  | { kind: 'slow'; ms: number };

export interface PartnerServer {
  /** Such as `http://127.0.0.1:40123`. */
  url: string;
  /** All requests, in the order of arrival. */
  requests: PartnerRequest[];
  /** Faults of the next requests, one each. */
  faults: (PartnerFault | null)[];
  stop(): Promise<void>;
}

/** A simulated provider on this machine: `handle` is as strict as the real one, and keeps what it took. */
export async function startPartner(
  handle: (request: PartnerRequest) => PartnerAnswer | Promise<PartnerAnswer>,
): Promise<PartnerServer> {
  const requests: PartnerRequest[] = [];
  const faults: (PartnerFault | null)[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const url = new URL(incoming.url ?? '/', 'http://partner');
    const request: PartnerRequest = {
      ...{ method: incoming.method ?? '', path: url.pathname, query: url.searchParams },
      ...{ headers: incoming.headers, body: Buffer.concat(chunks) },
    };
    requests.push(request);
    const fault = faults.shift() ?? null;
    if (fault?.kind === 'reset') return void incoming.socket.destroy();
    const answer = fault?.kind === 'answer' ? fault.answer : await handle(request);
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'lost') return void incoming.socket.destroy();
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    faults,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An answer in JSON. */
export const jsonAnswer = (status: number, value: unknown, headers: Record<string, string> = {}): PartnerAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});
