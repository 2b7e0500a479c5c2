import type { Bot } from '@botscope/contract';

type Address = Readonly<Record<string, unknown>>;

/**
 * Fills in the period of an address without one: today, by the hour, for a bot whose first data are younger than three
 * days. A month would be an empty chart with a dot at its end. An address that names a detail stays as it is.
 */
export function withFirstDays({ new_bot: isNew }: Pick<Bot, 'new_bot'>, address: Address): Address {
  const hasChoice = address.period !== undefined || address.detail !== undefined || address.details !== undefined;
  return isNew && !hasChoice ? { ...address, period: 'today' } : address;
}
