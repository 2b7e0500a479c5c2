export const palette = {
  title: 'Search pages, reports, bots and settings',
  placeholder: 'Search or jump to…',
  results: 'Results',
  nothing: 'Nothing found',
  count_one: '{{count}} result',
  count_other: '{{count}} results',
  switchTo: 'Switch to this bot',
  move: 'to move',
  open: 'to open',
  close: 'to close',
  groups: {
    recent: 'Recent',
    found: 'Results',
    pages: 'Pages',
    reports: 'Reports',
    bots: 'Bots',
    settings: 'Settings',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    palette: 'Search and jump',
    day: 'Show by day',
    week: 'Show by week',
    month: 'Show by month',
    help: 'Show this list',
    single: 'Single-key shortcuts',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Palette: typeof palette;
  }
}
