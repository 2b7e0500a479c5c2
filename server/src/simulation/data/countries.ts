type Weighted = readonly (readonly [country: string, weight: number])[];

const anywhere: Weighted = [
  ['RU', 52],
  ['KZ', 10],
  ['UZ', 8],
  ['DE', 7],
  ['BY', 6],
  ['UA', 5],
  ['US', 4],
  ['TR', 3],
  ['GB', 3],
  // Behind an address that no database knows.
  ['', 2],
];

/** Countries of visitors of the website, with weight. */
export const siteCountries = anywhere;

const byLanguage: Readonly<Record<string, Weighted>> = {
  ru: [
    ['RU', 80],
    ['KZ', 6],
    ['BY', 4],
    ['DE', 4],
    ['GE', 3],
    ['IL', 3],
  ],
  en: [
    ['GB', 40],
    ['IN', 30],
    ['NL', 15],
    ['NG', 15],
  ],
  'en-us': [
    ['US', 90],
    ['CA', 10],
  ],
  'pt-br': [
    ['BR', 90],
    ['PT', 10],
  ],
  uk: [
    ['UA', 70],
    ['PL', 20],
    ['DE', 10],
  ],
  uz: [
    ['UZ', 85],
    ['RU', 15],
  ],
  kk: [
    ['KZ', 95],
    ['RU', 5],
  ],
  be: [
    ['BY', 80],
    ['PL', 20],
  ],
  es: [
    ['ES', 70],
    ['AR', 15],
    ['MX', 15],
  ],
  de: [
    ['DE', 75],
    ['AT', 15],
    ['CH', 10],
  ],
  tr: [
    ['TR', 85],
    ['DE', 15],
  ],
};

/** Returns the countries in which speakers of a language open the Mini App, with weight. */
export const selectCountries = (language: string): Weighted => byLanguage[language] ?? anywhere;
