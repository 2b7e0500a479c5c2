import { keepStored, readStored } from '../../../platform/session/browser-storage.ts';

const keyOf = (bot: string): string => `first-steps ${bot}`;

/** Whether the steps of a new bot are still on show in this browser. */
export const showsFirstSteps = (bot: string): boolean => readStored(keyOf(bot)) === null;

/** Without storage they come back with the next visit. */
export const hideFirstSteps = (bot: string): void => keepStored(keyOf(bot), 'hidden');
