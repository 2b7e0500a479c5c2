import { keepStored, readStored } from '../../platform/session/browser-storage.ts';

const key = 'single-keys';

/** Whether keys without Ctrl or ⌘ are shortcuts: anyone who speaks to the computer switches them off (WCAG 2.1.4). */
export const readSingleKeys = (): boolean => readStored(key) !== 'off';

export const keepSingleKeys = (isOn: boolean): void => keepStored(key, isOn ? null : 'off');
