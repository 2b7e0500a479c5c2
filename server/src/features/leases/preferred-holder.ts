import { createHash } from 'node:crypto';

/**
 * The process that should serve a bot: the same for all that know the same processes, evenly spread, and with few moves
 * when one comes or goes (rendezvous hashing: the highest of the hashes of bot and process).
 */
export function preferredHolder<Holder extends { id: string }>(
  bot: string,
  holders: readonly Holder[],
): Holder | undefined {
  let bestHolder: Holder | undefined;
  let highest = '';
  for (const holder of holders) {
    const weight = createHash('sha1').update(`${bot} ${holder.id}`).digest('hex');
    if (bestHolder !== undefined && weight <= highest) continue;
    bestHolder = holder;
    highest = weight;
  }
  return bestHolder;
}
