import { countryCodes } from '@botscope/contract';

/** Names that owners' files use beside those of `Intl.DisplayNames`, in lower case. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  сша: 'US',
  uk: 'GB',
  england: 'GB',
  'great britain': 'GB',
  великобритания: 'GB',
  англия: 'GB',
  uae: 'AE',
  оаэ: 'AE',
  'russian federation': 'RU',
  'российская федерация': 'RU',
  'republic of korea': 'KR',
  'south korea': 'KR',
  'южная корея': 'KR',
  'czech republic': 'CZ',
  чехия: 'CZ',
  turkey: 'TR',
  belorussia: 'BY',
  белоруссия: 'BY',
  'republic of moldova': 'MD',
  молдавия: 'MD',
  киргизия: 'KG',
};

/** Codes by the names of countries in both languages of the interface, in lower case. */
const codesOfNames = new Map<string, string>(
  ['en', 'ru'].flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return countryCodes.map((code): [string, string] => [names.of(code)?.toLowerCase() ?? code, code]);
  }),
);
for (const [name, code] of Object.entries(otherNames)) codesOfNames.set(name, code);

/** "Germany", "Германия" and "de" are `DE`; any other text is the name of a country of its own. */
export function countryOf(value: string): string {
  const name = value.trim().toLowerCase();
  return codesOfNames.get(name) ?? (/^[a-z]{2}$/.test(name) ? name.toUpperCase() : value);
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const toArraySql = (texts: Iterable<string>): string => `[${[...texts].map(quoted).join(', ')}]`;

/** SQL of `countryOf` for a column of texts. The names are constants, so they need no parameters. */
export const countryOfSql = (column: string): string =>
  `transform(lowerUTF8(trimBoth(${column})), ${toArraySql(codesOfNames.keys())}, ${toArraySql(codesOfNames.values())},
      if(match(${column}, '^ *[A-Za-z]{2} *$'), upper(trimBoth(${column})), ${column}))`;
