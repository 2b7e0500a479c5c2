/** The segments of one user, on their page. */
export const userSegments = {
  title: 'Segments',
  none: 'In no segment or list.',
  kinds: { dynamic: 'Segment', list: 'List', snapshot: 'Snapshot' },
  add: 'Add to a list',
  noLists: 'There is no other list.',
  toSegments: 'Segments and lists',
  remove: 'Remove from “{{name}}”',
  added: 'Added to “{{name}}”',
  removed: 'Removed from “{{name}}”',
  undo: 'Undo',
  undone: 'Undone',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    UserSegments: typeof userSegments;
  }
}
