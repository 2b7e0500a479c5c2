import type { EventStoreHealth } from '../events/store/event-store.ts';
import type { Role } from '../platform/config.ts';
import type { Health } from '../platform/http/operations.ts';

/**
 * Whether a balancer should send requests here. A process that takes updates in is ready while it can store them: with
 * the event engine away they wait in the spool, and turning senders away would lose what could be kept. One that only
 * answers questions, or works in the background, is of no use without the engine.
 */
export function readiness(roles: readonly Role[], metadata: boolean, events: EventStoreHealth): Health {
  const { ready: isEngineReady, takesRows, ...details } = events;
  const ready = metadata && (roles.includes('ingest') ? takesRows : isEngineReady);
  return { ...details, ready, metadata, events: isEngineReady };
}
