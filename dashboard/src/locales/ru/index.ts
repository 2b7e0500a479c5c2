import { botPages } from './bot-pages.ts';
import { conversions } from './conversions.ts';
import { everywhere } from './everywhere.ts';
import { reportPages } from './report-pages.ts';
import { reports } from './reports.ts';
import { utmBuilder } from './utm-builder.ts';

/** The whole dictionary of the language. Slices live beside this file, one per part of the product. */
export const ru = {
  ...everywhere,
  ...botPages,
  Reports: { ...reports, ...reportPages, lines: { ...reports.lines, ...reportPages.lines } },
  Conversions: conversions,
  UtmBuilder: utmBuilder,
};
