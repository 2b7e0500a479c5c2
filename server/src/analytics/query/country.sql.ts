/**
 * Country of a row of `people FINAL`: the region of the newest language tag, `pt-br` → `BR`; '' where the tag names none.
 * A script (`zh-hans`) and a part of the world (`es-419`) are no countries.
 */
export const countrySql = "upper(extract(tupleElement(people.last_profile, 'language'), '[-_]([A-Za-z]{2})$'))";
