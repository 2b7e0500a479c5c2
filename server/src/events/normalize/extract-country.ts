import type { Event } from '@botscope/contract';
import { iso1A2Code } from '@rapideditor/country-coder';
import { child, isPresent } from '../../telegram/json.ts';
import { contentOf, type Draft, nothingFound } from './draft.ts';

/**
 * The country of a location that the person shares: in a message, a live location with its edits, a venue, or an inline
 * query. A forwarded one is another person's. `params.country` is an ISO 3166-1 code of two letters, with `HK` and `PR`
 * apart from the states that they belong to; '' where no border is around it (the sea, the Green Line of Cyprus).
 */
export function extractCountry(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  if (!draft.event.isAction) return nothingFound;
  const content = contentOf(draft);
  if (!isPresent(content.location) || isPresent(content.forward_origin)) return nothingFound;
  const { latitude, longitude } = child(content, 'location');
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return nothingFound;
  const code = iso1A2Code([longitude, latitude], { level: 'territory' }) ?? '';
  return { params: { country: code === ceutaAndMelilla ? 'ES' : code } };
}

/** A reserved code, which is no country's. */
const ceutaAndMelilla = 'EA';

const isWithin = (degrees: unknown, maxDegrees: number): degrees is number =>
  typeof degrees === 'number' && Math.abs(degrees) <= maxDegrees;
