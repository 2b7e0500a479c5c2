import { isObject, type Json, numberAt } from './json.ts';

/** Places that users of worlds share, each with a degree around it. Everything else is the sea. */
const places: readonly (readonly [latitude: number, longitude: number, country: string])[] = [
  [55.75, 37.62, 'RU'],
  [52.52, 13.4, 'DE'],
  [22.3, 114.17, 'HK'],
  [18.42, -66.1, 'PR'],
];

/** The country of a location that is the user's own; null where the update has none. */
export function findSharedCountry(content: Json): string | null {
  if (!isObject(content.location) || isObject(content.forward_origin)) return null;
  const [latitude, longitude] = [numberAt(content, 'location', 'latitude'), numberAt(content, 'location', 'longitude')];
  const place = places.find(([north, east]) => Math.abs(north - latitude) < 1 && Math.abs(east - longitude) < 1);
  return place?.[2] ?? '';
}
