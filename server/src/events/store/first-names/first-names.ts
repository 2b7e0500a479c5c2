import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { latinSpellings } from './latin-spellings.ts';

export interface FirstName {
  /** Lower case, letters only, ё written е. */
  name: string;
  gender: 'male' | 'female';
  /** Share of its bearers who are of that gender, 0.9 to 1. */
  share: number;
}

/** A name is used only if at least this share of the users with it have one gender. */
const minGenderShare = 0.9;

/**
 * There are no counts for the Russian names: full forms end by gender, so they are wrong only where someone has
 * written another's name; everyday forms are shared a little.
 */
const fullForm = 0.99;
const shortForm = 0.95;

/** All names that indicate a gender, and a text that changes with them. */
export function readFirstNames(): { names: FirstName[]; version: string } {
  const names = mergeNames(
    readEnglish(brotliDecompressSync(contents('english.tsv.br')).toString('utf8')),
    readRussian(contents('russian.txt').toString('utf8')),
  );
  return { names, version: createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16) };
}

/**
 * Names of both lists; names on which they disagree, or of which one is unsure, are left out: Valery is a woman in Ohio and
 * a man in Omsk.
 */
export function mergeNames(...lists: ReadonlyMap<string, FirstName | null>[]): FirstName[] {
  const mergedNames = new Map<string, FirstName | null>();
  for (const [name, firstName] of lists.flatMap((list) => [...list])) {
    const before = mergedNames.get(name);
    if (before === undefined) mergedNames.set(name, firstName);
    else if (before && before.gender !== firstName?.gender) mergedNames.set(name, null);
  }
  return [...mergedNames.values()].filter((one) => one !== null).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `name ⇥ per cent of women` per line. */
function readEnglish(text: string): Map<string, FirstName | null> {
  const names = new Map<string, FirstName | null>();
  for (const line of text.trim().split('\n')) {
    const [name = '', percent] = line.split('\t');
    const women = Number(percent) / 100;
    const gender = women > 0.5 ? 'female' : 'male';
    const share = Math.round(1_000 * Math.max(women, 1 - women)) / 1_000;
    names.set(name, share >= minGenderShare ? { name, gender, share } : null);
  }
  return names;
}

/** `[group]` and the names of it. Of spellings that two names share, those of full forms come first. */
function readRussian(text: string): Map<string, FirstName | null> {
  const names = new Map<string, FirstName | null>();
  const add = (name: string, firstName: FirstName | null) => {
    const before = names.get(name);
    if (before === undefined) names.set(name, firstName);
    else if (before?.gender !== firstName?.gender) names.set(name, null);
  };
  for (const [, group = '', words = ''] of text.replaceAll(/^#.*$/gm, '').matchAll(/\[([\w ]+)\]([^[]*)/g)) {
    const gender = group.endsWith('female') ? 'female' : 'male';
    const share = group.startsWith('short') ? shortForm : fullForm;
    for (const word of words.trim().split(/\s+/)) {
      for (const name of [word, ...latinSpellings(word)])
        add(name, group === 'either' ? null : { name, gender, share });
    }
  }
  return names;
}

const contents = (file: string): Buffer => readFileSync(join(import.meta.dirname, file));
