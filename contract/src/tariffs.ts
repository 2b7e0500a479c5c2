/** Tariffs by number; any other number is the free one. Limits of null are unlimited. */
export const tariffs = [
  { id: 0, name: 'starter', type: 'free', price: 0, currency: 'RUB', bots: 2, reports: 6 },
  { id: 1, name: 'trial', type: 'trial', price: 0, currency: 'RUB', bots: null, reports: null },
  { id: 2, name: 'base', type: 'balance', price: 300, currency: 'RUB', bots: null, reports: 11 },
  { id: 3, name: 'advance', type: 'balance', price: 500, currency: 'RUB', bots: null, reports: null },
  { id: 4, name: 'individual', type: 'individual', price: null, currency: 'RUB', bots: null, reports: null },
] as const;
export type Tariff = (typeof tariffs)[number];

/** A self-hosted installation sells nothing to itself: everybody has everything. */
export const selfHostedTariff = 4;
