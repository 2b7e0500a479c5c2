import type { Intercepts } from '../../ingest/proxy/proxy-deps.ts';
import type { Channel } from '../../platform/channel/channel.ts';
import type { AppSide } from './messages.ts';
import type { TrafficBot } from './traffic-host.ts';

/** A bot's calls about its webhook, answered by the app process; `report` sends a notice at once or later. */
export function createRemoteIntercepts(channel: Channel<AppSide>, report: (send: () => void) => void) {
  const drops = new Map<number, () => Promise<void>>();
  let lastDrop = 0;

  const calls: Intercepts<TrafficBot> = {
    async setWebhook({ key }, token, { drop, ...request }) {
      if (drop === undefined) return channel.call('setWebhook', { key }, token, { ...request, drop: null });
      lastDrop += 1;
      const number = lastDrop;
      drops.set(number, drop);
      return channel
        .call('setWebhook', { key }, token, { ...request, drop: number })
        .finally(() => drops.delete(number));
    },
    deleteWebhook: ({ key }, token, request) => channel.call('deleteWebhook', { key }, token, request),
    getWebhookInfo: ({ key }, token) => channel.call('getWebhookInfo', { key }, token, undefined),
    logOut: ({ key }, token) => channel.call('logOut', { key }, token, undefined),
    close: ({ key }, token) => channel.call('close', { key }, token, undefined),
    beginPolling: ({ key }, token) => channel.call('beginPolling', { key }, token),
    rememberAllowedUpdates: ({ key }, kinds) => report(() => channel.notify('allowedUpdates', { bot: { key }, kinds })),
    problem: ({ key }, code, detail) => report(() => channel.notify('problem', { bot: { key }, code, detail })),
  };

  return {
    calls,
    /** The app process asks for a step of a `setWebhook` that only this process can do: its queue is read empty. */
    async drain(drop: number): Promise<void> {
      await drops.get(drop)?.();
    },
  };
}
