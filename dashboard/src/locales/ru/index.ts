import { botPages } from './bot-pages.ts';
import { everywhere } from './everywhere.ts';

/** The whole dictionary of the language. Slices live beside this file, one per part of the product. */
export const ru = { ...everywhere, ...botPages };
