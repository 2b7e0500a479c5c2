import type { Health } from './operations.ts';

/** Health of the event store: whether its engine answers, and whether it takes rows, though the engine may be away. */
type StoreHealth = Record<'ready' | 'takesRows', boolean> & object;

/**
 * Whether a balancer should send requests here. A process that takes updates in is ready while it can store them: with
 * the event engine away they wait in the spool, and turning senders away would lose what could be kept. One that only
 * answers questions, or works in the background, is of no use without the engine.
 */
export function readiness(roles: readonly string[], metadata: boolean, events: StoreHealth): Health {
  const { ready: isEngineReady, takesRows, ...details } = events;
  const isReady = metadata && (roles.includes('ingest') ? takesRows : isEngineReady);
  return { ...details, ready: isReady, metadata, events: isEngineReady };
}
