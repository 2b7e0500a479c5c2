/** The page of custom fields. */
export interface FieldSearch {
  /** Key of the field that is open. */
  field?: string;
  /** `add`: the form of a new field; `import`: the dialog for a file. */
  dialog?: string;
  /** User whose values are shown. */
  user?: string;
}
export const fieldSearchKeys = ['field', 'dialog', 'user'] as const;
