/** Features that only some tariffs have. */
export const tariffFeatures = [
  'command_reports',
  'utm_reports',
  'users_list',
  'conversions',
  'gender',
  'activity_log',
  'chat',
  'mailings',
  'collaboration',
  'automations',
  'custom_fields',
  'campaign_statistics',
] as const;
export type TariffFeature = (typeof tariffFeatures)[number];

/** Limits of null are unlimited. */
export interface Tariff {
  id: number;
  name: string;
  /** `balance`: paid from what the account has put in beforehand. */
  type: 'free' | 'trial' | 'balance' | 'individual';
  /** A month, in whole units of `currency`; null is agreed with each customer. */
  price: number | null;
  currency: string;
  bots: number | null;
  reports: number | null;
  /** Requests of all bots together, in thousands. */
  requestsPerDay: number | null;
  /** Maximum age of the numbers, in minutes. */
  delay: number;
  features: readonly TariffFeature[];
}

const starter = ['command_reports', 'utm_reports'] as const;
const base = [...starter, 'users_list', 'conversions', 'gender'] as const;
const allFeatures = tariffFeatures;
const rouble = { currency: 'RUB', requestsPerDay: null } as const;

/** Tariffs by number; any other number is the free one. The trial is the advanced tariff for `tariffTerms.trialDays`. */
export const tariffs: readonly [Tariff, ...Tariff[]] = [
  { id: 0, name: 'starter', type: 'free', price: 0, ...rouble, bots: 2, reports: 6, delay: 30, features: starter },
  {
    id: 1,
    name: 'trial',
    type: 'trial',
    price: 0,
    ...rouble,
    bots: null,
    reports: null,
    delay: 0,
    features: allFeatures,
  },
  { id: 2, name: 'base', type: 'balance', price: 300, ...rouble, bots: null, reports: 11, delay: 0, features: base },
  {
    id: 3,
    name: 'advance',
    type: 'balance',
    price: 500,
    ...rouble,
    bots: null,
    reports: null,
    delay: 0,
    features: allFeatures,
  },
  {
    id: 4,
    name: 'individual',
    type: 'individual',
    price: null,
    ...rouble,
    bots: null,
    reports: null,
    delay: 0,
    features: allFeatures,
  },
];

export const tariffTerms = { trialDays: 14, hoursBetweenChanges: 24 } as const;

/** A self-hosted installation sells nothing to itself: everyone has everything. */
export const selfHostedTariff = 4;

/** The tariff of a number. */
export const findTariff = (id: number): Tariff => tariffs.find((tariff) => tariff.id === id) ?? tariffs[0];

/** Tariff that a page or a call demands: this very one, or any with a feature. */
export interface TariffDemand {
  tariff?: number;
  feature?: TariffFeature;
}

/** True if the tariff is sufficient. An account with its own agreement needs none; a visitor (null) has the free one. */
export function meetsTariff(demand: TariffDemand, tariff: number | null): boolean {
  const ownTariff = findTariff(tariff ?? tariffs[0].id);
  if (ownTariff.type === 'individual') return true;
  if (demand.tariff !== undefined && demand.tariff !== ownTariff.id) return false;
  return demand.feature === undefined || ownTariff.features.includes(demand.feature);
}
