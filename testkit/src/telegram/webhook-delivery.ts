import type { Random } from '@botscope/server/simulation/random.ts';
import type { Clock } from '../clock.ts';
import { deliveryLane } from './delivery-lane.ts';
import type { QueuedUpdate, UpdatesQueue } from './updates-queue.ts';
import { readWebhookReply, type WebhookReply } from './webhook-reply.ts';
import { createWebhookClient, type WebhookAnswer } from './webhook-request.ts';
import { type DeliveryError, type WebhookSettings, webhookUrl } from './webhook-settings.ts';

const readTimeoutMs = 60_000;
const longestRetryAfter = 3_600;
const goneForGoodMs = 23 * 3_600_000;
/** Without a success for this long only one connection is used. */
const healthyMs = 10_000;

/** Parts of the surrounding server that a delivery needs. */
export interface DeliveryContext {
  clock: Clock;
  random: Random;
  queue: UpdatesQueue;
  settings: WebhookSettings;
  /** The place that really listens for a webhook URL. */
  target: URL;
  onReply(reply: WebhookReply): void;
  onError(error: DeliveryError): void;
  /** The webhook answered 410 for 23 hours. */
  onGone(): void;
}

interface Lane {
  isBusy: boolean;
  failures: number;
  /** Milliseconds since 1970 before which nothing is sent. */
  resumesAt: number;
}

/** Pushes a bot's updates to its webhook: in order within a lane, lanes side by side. Returns a function to stop. */
export function startDelivery(context: DeliveryContext): { stop(): void } {
  const { clock, queue, settings } = context;
  const client = createWebhookClient();
  const stopController = new AbortController();
  const lanes = new Map<string, Lane>();
  let open = 0;
  let lastSuccess = clock.now().getTime();
  let goneSince: number | undefined;

  function getLane(item: QueuedUpdate): Lane {
    const key = deliveryLane(item.update);
    const lane = lanes.get(key) ?? { isBusy: false, failures: 0, resumesAt: 0 };
    lanes.set(key, lane);
    return lane;
  }

  /** Starts whatever may be sent now; a lane whose first update waits holds its later ones back. */
  function pump(): void {
    const now = clock.now().getTime();
    const blocked = new Set<Lane>();
    for (const item of queue.all()) {
      const limit = now - lastSuccess > healthyMs ? 1 : settings.maxConnections;
      if (stopController.signal.aborted || open >= limit) return;
      const lane = getLane(item);
      if (blocked.has(lane)) continue;
      blocked.add(lane);
      if (!lane.isBusy && lane.resumesAt <= now) void send(item, lane);
    }
  }

  async function send(item: QueuedUpdate, lane: Lane): Promise<void> {
    lane.isBusy = true;
    open += 1;
    const timeout = new AbortController();
    const cancelTimeout = clock.after(readTimeoutMs, () => timeout.abort());
    const signal = AbortSignal.any([stopController.signal, timeout.signal]);
    const post = { url: webhookUrl(settings.url), target: context.target, secret: settings.secret, body: item.json };
    const answer = await client.post(post, signal).catch((error: Error) => error);
    cancelTimeout();
    lane.isBusy = false;
    open -= 1;
    if (stopController.signal.aborted) return;
    if (answer instanceof Error) recordFailure(lane, answer.message, 0);
    else if (answer.status >= 200 && answer.status < 300) await succeeded(item, lane, answer);
    else recordRejection(lane, answer);
    pump();
  }

  async function succeeded(item: QueuedUpdate, lane: Lane, answer: WebhookAnswer): Promise<void> {
    queue.remove(item.id);
    lane.failures = 0;
    lane.resumesAt = 0;
    lastSuccess = clock.now().getTime();
    goneSince = undefined;
    const reply = await readWebhookReply(answer);
    if (reply) context.onReply(reply);
  }

  function recordRejection(lane: Lane, answer: WebhookAnswer): void {
    const now = clock.now().getTime();
    goneSince = answer.status === 410 ? (goneSince ?? now) : undefined;
    recordFailure(lane, `Wrong response from the webhook: ${answer.statusLine}`, answer.retryAfter);
    if (goneSince !== undefined && now - goneSince >= goneForGoodMs) context.onGone();
  }

  /** The first repeat is immediate, then after 2, 4, 8 … seconds up to a random minute or two. */
  function recordFailure(lane: Lane, message: string, retryAfter: number): void {
    const now = clock.now().getTime();
    context.onError({ date: Math.floor(now / 1_000), message });
    lane.failures += 1;
    const pause = lane.failures === 1 ? 0 : Math.min(2 ** (lane.failures - 1), context.random.between(60, 120));
    const seconds = Math.max(pause, Math.min(retryAfter, longestRetryAfter));
    lane.resumesAt = now + seconds * 1_000;
    // A timer may fire a millisecond before the clock shows its time: the lane is free when it fires, not when the clock says so.
    if (seconds > 0) {
      clock.after(seconds * 1_000, () => {
        lane.resumesAt = 0;
        pump();
      });
    }
  }

  const stopListening = queue.onPush(pump);
  pump();

  return {
    stop() {
      stopListening();
      stopController.abort();
      client.close();
    },
  };
}
