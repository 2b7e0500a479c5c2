import type { FileCache } from './media/file-cache.ts';

/** What other features may do with people's conversations. */
export interface Conversations {
  /** Deletes the cached files of a person, in this process. */
  removeFiles: FileCache['removePerson'];
}
