import { countryCodes } from '@botscope/contract';

interface Country {
  /** '' = unknown. */
  code: string;
  name: string;
}

/** All countries in the order of their names, after the entry for users without a known country. */
export function namedCountries(nameOf: (code: string) => string, locale: string): Country[] {
  const { compare } = new Intl.Collator(locale);
  const localCountries = countryCodes.map((code) => ({ code, name: nameOf(code) }));
  return [{ code: '', name: nameOf('') }, ...localCountries.sort((one, other) => compare(one.name, other.name))];
}

/** Countries by a part of their name or by their code: that code first, then names that begin so. */
export function findCountries(countries: readonly Country[], query: string, locale: string): Country[] {
  const lowerQuery = query.toLocaleLowerCase(locale);
  const rankOf = ({ code, name }: Country): number => {
    if (lowerQuery !== '' && code.toLowerCase() === lowerQuery) return 0;
    const index = name.toLocaleLowerCase(locale).indexOf(lowerQuery);
    return index > 0 ? 2 : index === 0 ? 1 : 3;
  };
  return countries.filter((country) => rankOf(country) < 3).sort((one, other) => rankOf(one) - rankOf(other));
}
