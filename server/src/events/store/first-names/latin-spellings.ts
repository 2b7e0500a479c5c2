/** Spellings of a letter in Latin, the most usual first. Letters of Ukrainian and Belarusian are among them. */
const letters: Readonly<Record<string, readonly string[]>> = {
  а: ['a'],
  б: ['b'],
  в: ['v'],
  г: ['g'],
  ґ: ['g'],
  д: ['d'],
  е: ['e'],
  є: ['ye', 'ie'],
  ж: ['zh', 'j'],
  з: ['z'],
  и: ['i', 'y'],
  і: ['i'],
  ї: ['yi', 'i'],
  й: ['y', 'i'],
  к: ['k'],
  л: ['l'],
  м: ['m'],
  н: ['n'],
  о: ['o'],
  п: ['p'],
  р: ['r'],
  с: ['s'],
  т: ['t'],
  у: ['u'],
  ў: ['u'],
  ф: ['f'],
  х: ['kh', 'h'],
  ц: ['ts'],
  ч: ['ch'],
  ш: ['sh'],
  щ: ['shch', 'sch'],
  ъ: [''],
  ы: ['y'],
  ь: [''],
  э: ['e'],
  ю: ['yu', 'iu', 'ju'],
  я: ['ya', 'ia', 'ja'],
};

/** Letters that are written as one. */
const pairs: Readonly<Record<string, readonly string[]>> = {
  кс: ['ks', 'x'],
  ий: ['iy', 'y', 'ii', 'i'],
  ия: ['iya', 'ia', 'iia', 'ija'],
  ья: ['ya', 'ia', 'iya'],
  ье: ['ye', 'ie'],
};

/** A name of many variable letters has hundreds of spellings; nobody uses the later ones. */
const maxSpellings = 24;

/** Latin spellings of a lower-case Cyrillic name: екатерина → ekaterina, yekaterina. */
export function latinSpellings(name: string): string[] {
  let spellings = [''];
  for (let position = 0; position < name.length; ) {
    const pair = name.slice(position, position + 2);
    const variants = pairs[pair] ?? ways(name, position);
    spellings = variants.flatMap((way) => spellings.map((spelling) => spelling + way)).slice(0, maxSpellings);
    position += pairs[pair] ? 2 : 1;
  }
  return spellings;
}

/** Some letters have more ways at one place than at another. */
function ways(name: string, position: number): readonly string[] {
  const letter = name[position] ?? '';
  if (letter === 'е' && (position === 0 || /[аеиоуыэюя]/.test(name[position - 1] ?? ''))) return ['e', 'ye', 'ie'];
  // Алёна, Семён, Лёша: the list writes е for ё.
  if (letter === 'е' && /[лмнпрстф]/.test(name[position - 1] ?? '') && /[вдлмнртхш]/.test(name[position + 1] ?? ''))
    return ['e', 'yo'];
  if (letter === 'и') return position === 0 || position === name.length - 1 ? ['i'] : ['i', 'y'];
  return letters[letter] ?? [''];
}
