import type { ProxyBot, ProxyClock, ProxyDeps } from '../proxy/proxy-deps.ts';
import type { Upstream } from '../proxy/upstream.ts';

/** What polling needs of the proxy's surroundings. */
export type PollingDeps<B extends ProxyBot> = Pick<
  ProxyDeps<B>,
  'recordUpdates' | 'trouble' | 'intercepts' | 'held' | 'logger'
> & { upstream: Upstream; clock: ProxyClock };
