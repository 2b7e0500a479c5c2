/** A name as the table `first_names` writes it: the first run of letters, decorations such as 𝓚𝓪𝓽𝔂𝓪 and emoji undone. */
const nameSql = (name: string): string =>
  `replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(${name}), '\\\\p{L}+')), 'ё', 'е')`;

/** The newest first name of a row of `people FINAL`, so written: each once of those that share a block of rows. */
export const newestNameSql = nameSql("toLowCardinality(tupleElement(people.last_profile, 'first_name'))");

const isNameOf = (gender: 'male' | 'female'): string =>
  `${newestNameSql} IN (SELECT name FROM first_names WHERE gender = '${gender}')`;

/**
 * `male`, `female` or `unknown` for a row of `people FINAL`, guessed from the newest first name (events/first-names).
 * 500,000 people take 40 to 100 ms: most of it is spent on writing the names alike, and many are namesakes.
 */
export const genderSql = `multiIf(${isNameOf('male')}, 'male', ${isNameOf('female')}, 'female', 'unknown')`;
