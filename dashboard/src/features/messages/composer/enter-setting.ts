import { useState } from 'react';
import { keepStored } from '../../../platform/session/browser-storage.ts';

const key = 'message-enter';

/** Whether Enter sends, as this browser's user likes it; where there is no keyboard, it starts a new line. */
export function useEnterSends(): [boolean, (sends: boolean) => void] {
  const [sends, setSends] = useState(read);
  return [
    sends,
    (next) => {
      setSends(next);
      keepStored(key, next ? 'send' : 'line');
    },
  ];
}

function read(): boolean {
  try {
    const setting = localStorage.getItem(key);
    return setting === null ? !matchMedia('(pointer: coarse)').matches : setting === 'send';
  } catch {
    return true;
  }
}
