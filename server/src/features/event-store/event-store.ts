/** What other features use of this one. */
export { chooseEventServer, serversInUse } from './choose-server.ts';
export { type MoveState, moveStates } from './move-states.ts';
export type { EventServers } from './open-configured-store.ts';
