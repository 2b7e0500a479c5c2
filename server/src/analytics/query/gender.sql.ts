/**
 * A name as the table `first_names` writes it: the first run of letters of its two scripts, decorations such as 𝓚𝓪𝓽𝔂𝓪,
 * ツ and emoji undone. Letters of any script would take the engine 5 ms to compile for every 65,000 users.
 */
const nameSql = (name: string): string =>
  `replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(${name}), '[\\\\p{Latin}\\\\p{Cyrillic}]+')), 'ё', 'е')`;

/** The newest first name of a row of `users FINAL`, so written: each once of those that share a block of rows. */
export const newestNameSql = nameSql("toLowCardinality(tupleElement(users.last_profile, 'first_name'))");

const hasGenderSql = (gender: 'male' | 'female'): string =>
  `${newestNameSql} IN (SELECT name FROM first_names WHERE gender = '${gender}')`;

/**
 * `male`, `female` or `unknown` for a row of `users FINAL`, guessed from the newest first name (events/first-names).
 * Writing the names alike takes most of the time, and many are namesakes.
 */
export const genderSql = `multiIf(${hasGenderSql('male')}, 'male', ${hasGenderSql('female')}, 'female', 'unknown')`;
