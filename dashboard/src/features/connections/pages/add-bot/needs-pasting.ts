import type { Connection } from '@botscope/contract';

/** True where the owner has to put an address of ours somewhere before anything comes in. */
export const needsPasting = ({ connection_type, delivery_method }: Connection): boolean =>
  connection_type === 'manual' || delivery_method === 'getUpdates';
