/** A change of one place. `find` occurs once in the file. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}

/** A recipe of docs/recipes.md, carried out for a small example. */
export interface Recipe {
  name: string;
  /** Where new files may be. */
  ownFolders: RegExp;
  /** New files by path, but those that a test writes with -u. */
  ownFiles: Readonly<Record<string, string>>;
  /** Changes of existing files. */
  edits: readonly Edit[];
  /** Existing files that may change: code, texts and documents. */
  maxEditedFiles: number;
}

/** Adds a line before one that occurs once. */
export const insertBefore = (file: string, find: string, line: string): Edit => ({
  file,
  find,
  replace: `${line}\n${find}`,
});
