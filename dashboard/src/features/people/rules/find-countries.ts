import { countryCodes } from '@botscope/contract';

interface Country {
  /** '' = unknown. */
  code: string;
  name: string;
}

/** All countries in the order of their names; before them those of whom none is known. */
export function namedCountries(nameOf: (code: string) => string, locale: string): Country[] {
  const { compare } = new Intl.Collator(locale);
  const named = countryCodes.map((code) => ({ code, name: nameOf(code) }));
  return [{ code: '', name: nameOf('') }, ...named.sort((one, other) => compare(one.name, other.name))];
}

/** Countries by a part of their name or by their code: that code first, then names that begin so. */
export function findCountries(countries: readonly Country[], typed: string, locale: string): Country[] {
  const wanted = typed.toLocaleLowerCase(locale);
  const rankOf = ({ code, name }: Country): number => {
    if (wanted !== '' && code.toLowerCase() === wanted) return 0;
    const at = name.toLocaleLowerCase(locale).indexOf(wanted);
    return at > 0 ? 2 : at === 0 ? 1 : 3;
  };
  return countries.filter((country) => rankOf(country) < 3).sort((one, other) => rankOf(one) - rankOf(other));
}
