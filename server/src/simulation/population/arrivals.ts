import { allCampaigns, type Campaign, everydayBounce, everydaySources } from '../data/campaigns.ts';
import { hourWeights, weekdayFactors } from '../data/rhythm.ts';
import type { Random } from '../random.ts';
import { dayMs } from '../time.ts';

const hourMs = 3_600_000;
/** The shop's word spreads: 0.3 % more users each day, at most twice as many as on the first. */
const growthPerDay = 0.003;

const busiestWeekday = Math.max(...weekdayFactors);

/** Why a user comes: the payload of the link and the chance to leave at once. */
export interface Origin {
  payload: string;
  bounce: number;
}

/** The users who come on one day: one origin for each. `day` counts from the first day of the world. */
export function arrivalsOfDay(random: Random, dayStart: number, day: number, usersPerDay: number): Origin[] {
  const weekday = weekdayFactors[new Date(dayStart).getUTCDay()] ?? 1;
  const ordinary = usersPerDay * weekday * Math.min(2, 1 + day * growthPerDay);
  const origins: Origin[] = [];
  for (let remainingArrivals = jittered(random, ordinary); remainingArrivals > 0; remainingArrivals -= 1) {
    const payload = random.weighted(everydaySources);
    origins.push({ payload: payload === 'r-' ? invitation(random) : payload, bounce: everydayBounce });
  }
  for (const campaign of allCampaigns) {
    const { payload, bounce } = campaign;
    const users = usersPerDay * campaign.strength * freshness(campaign, day);
    for (let remainingArrivals = jittered(random, users); remainingArrivals > 0; remainingArrivals -= 1)
      origins.push({ payload, bounce });
  }
  return origins;
}

/** A day from this one on, moved from weekends to weekdays as often as users' rhythm asks. */
export function likelyDay(random: Random, dayStart: number): number {
  let day = dayStart;
  while (!random.chance((weekdayFactors[new Date(day).getUTCDay()] ?? 1) / busiestWeekday)) day += dayMs;
  return day;
}

/** A moment of the day by the rhythm of hours where the user lives (hours from UTC), in milliseconds since 1970. */
export function momentOfDay(random: Random, dayStart: number, utcOffset: number): number {
  const hour = (random.weighted(hours) - utcOffset + 24) % 24;
  return dayStart + hour * hourMs + random.between(0, hourMs - 1);
}

const hours = hourWeights.map((weight, hour) => [hour, weight] as const);

/** The link of one of 150 users who invite; a few of them invite many. */
function invitation(random: Random): string {
  return `r-${12_345 + Math.floor(random.next() ** 2 * 150) * 91}`;
}

/** A campaign is strongest on its first day and fades to half; 0 on days without it. */
function freshness({ firstDay, days, everyDays }: Campaign, day: number): number {
  if (day < firstDay) return 0;
  const age = everyDays > 0 ? (day - firstDay) % everyDays : day - firstDay;
  return age < days ? 1 - (0.5 * age) / days : 0;
}

/** A whole number around a mean, fractions by chance, so that small populations keep their mean. */
function jittered(random: Random, mean: number): number {
  const value = mean * (0.82 + random.next() * 0.36);
  return Math.floor(value) + (random.chance(value % 1) ? 1 : 0);
}
