import { userFilePath } from '@botscope/contract';
import { createContext, use } from 'react';

/** Whether files can be opened here, and whose they are. */
export interface FileAccess {
  key: string;
  userId: number;
  /** Why files cannot be opened. */
  problem: 'needToken' | 'noAccess' | null;
}

export const FileContext = createContext<FileAccess>({ key: '', userId: 0, problem: 'noAccess' });

/** The address of a file; null where it cannot be opened. */
export function useFileHref(fileId: string, cursor: string): string | null {
  const { key, userId, problem } = use(FileContext);
  return problem !== null || fileId === '' ? null : userFilePath(key, userId, fileId, cursor);
}
