export type Scheme = 'light' | 'dark';

/**
 * Ten line colours per scheme; a line keeps its hue when the scheme changes. Searched by computer for the largest least
 * distance in OKLab between any two, also as users with deuteranopia and protanopia see them, with at least 3:1 contrast
 * (WCAG 1.4.11) on page and card. `palette.test.ts` measures both again.
 */
const colors: Record<Scheme, readonly string[]> = {
  light: ['#1a9182', '#4772fa', '#d76039', '#ad2664', '#602bc1', '#815e00', '#266891', '#621703', '#250c95', '#2d9127'],
  dark: ['#5ed2b1', '#61b6fd', '#ea912f', '#e53581', '#8b79ca', '#f0c716', '#b6e0f2', '#e3490b', '#506cfe', '#cff797'],
};

export const paletteSize = 10;

/** Palette index of "others": after the ten, in a gray that belongs to no line in particular. */
export const othersPlace = 10;
const othersColor: Record<Scheme, string> = { light: '#7d7d87', dark: '#8f8f9a' };

export function getPalette(scheme: Scheme): readonly string[] {
  return colors[scheme];
}

/** Colours of what is around the lines, for the canvas, which knows no CSS variables. Text is 4.5:1 and more on a card. */
export function surroundings(scheme: Scheme): { grid: string; text: string; card: string } {
  return scheme === 'dark'
    ? { grid: '#2a2a2f', text: '#a3a3ad', card: '#1a1a1d' }
    : { grid: '#ececee', text: '#62626c', card: '#ffffff' };
}

/** Colour at a place of the palette; places past the tenth start over. */
export function colorAt(place: number, scheme: Scheme): string {
  if (place === othersPlace) return othersColor[scheme];
  return colors[scheme][place % paletteSize] ?? '#888888';
}

/** `#rrggbb` made see-through. `alpha` is 0…1. */
export function withAlpha(color: string, alpha: number): string {
  const byte = Math.round(Math.min(1, Math.max(0, alpha)) * 255);
  return `${color}${byte.toString(16).padStart(2, '0')}`;
}

/**
 * Palette place of each chosen line. A line keeps the place of its position among all lines, so that hiding one does not
 * repaint the others; only where two chosen lines would meet on one place the later one takes the first free place.
 */
export function assignPlaces(all: readonly string[], chosenNames: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const takenPlaces = new Set<number>();
  const lateNames: string[] = [];
  for (const name of all) {
    if (!chosenNames.includes(name)) continue;
    const place = all.indexOf(name) % paletteSize;
    if (takenPlaces.has(place)) lateNames.push(name);
    else {
      takenPlaces.add(place);
      places.set(name, place);
    }
  }
  for (const name of lateNames) {
    const freePlace = Array.from({ length: paletteSize }, (_, place) => place).find((place) => !takenPlaces.has(place));
    const place = freePlace ?? all.indexOf(name) % paletteSize;
    takenPlaces.add(place);
    places.set(name, place);
  }
  return places;
}
