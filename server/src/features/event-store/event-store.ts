/** Parts of this feature that others use. */
export { chooseEventServer, serversInUse } from './choose-server.ts';
export { type MoveState, moveStates } from './move-states.ts';
export type { EventServers } from './open-configured-store.ts';
