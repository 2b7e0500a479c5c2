import type { DeliveryItem, Outcome } from '../provider.ts';
import { forAll } from '../read-status.ts';
import { maskSecrets } from './mask-secrets.ts';

export interface RequestSizes {
  /** Bytes of an item in the body of a request. */
  measure(item: DeliveryItem): number;
  itemBytes: number;
  requestBytes: number;
}

/** Distributes items over requests in their order, so that none is larger than the provider takes. */
export function planRequests(
  items: readonly DeliveryItem[],
  { measure, itemBytes, requestBytes }: RequestSizes,
): { requests: DeliveryItem[][]; tooLarge: DeliveryItem[] } {
  const requests: DeliveryItem[][] = [];
  const tooLarge: DeliveryItem[] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const bytes = measure(item);
    if (bytes > itemBytes) {
      tooLarge.push(item);
      continue;
    }
    if (size + bytes > requestBytes) {
      requests.push([]);
      size = 0;
    }
    requests.at(-1)?.push(item);
    size += bytes;
  }
  return { requests, tooLarge };
}

/**
 * Sends items in as many requests as their sizes need. After a request that has to wait or to be mended, the others
 * are not sent. Secrets are taken out of what the provider says.
 */
export async function deliverPlanned(
  items: readonly DeliveryItem[],
  sizes: RequestSizes,
  secrets: Readonly<Record<string, string>>,
  sendRequest: (items: readonly DeliveryItem[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const { requests, tooLarge } = planRequests(items, sizes);
  const detail = `More than ${sizes.itemBytes} bytes`;
  const outcomes = new Map<DeliveryItem, Outcome>(
    tooLarge.map((item) => [item, { kind: 'rejected', code: 'too_large', detail }]),
  );
  let obstacle: Outcome | undefined;
  for (const request of requests) {
    const results = obstacle === undefined ? await sendRequest(request) : forAll(request, obstacle);
    for (const [index, item] of request.entries()) outcomes.set(item, results[index] as Outcome);
    obstacle ??= results.find(({ kind }) => kind === 'stop' || kind === 'retry');
  }
  return maskSecrets(
    items.map((item) => outcomes.get(item) as Outcome),
    secrets,
  );
}

/** Bytes of a value in JSON, with a comma. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;
