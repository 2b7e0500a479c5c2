export const hiddenCommands = {
  undo: 'Undo',
  hidden: {
    title: 'Hidden commands',
    text: 'Identical texts sent by many people, usually reply keyboard buttons. Botscope detects them automatically, once an hour (10 uses by 5 people). Those you approve count as commands in reports, including past data.',
    switch: 'Detect hidden commands',
    switchHint: 'Turn this off for bots with free-form chat, such as AI assistants.',
    off: 'Off: only real commands and buttons are counted.',
    state: 'Status',
    all: 'All',
    states: { Term: 'Found', Stable: 'Approved', Disabled: 'Rejected' },
    textColumn: 'Text',
    count: 'Uses',
    users: 'Users',
    found: 'Found',
    actions: 'Actions',
    days: 'Uses and users over the last 30 days.',
    approve: 'Approve',
    refuse: 'Reject',
    approveThis: 'Approve “{{text}}”',
    refuseThis: 'Reject “{{text}}”',
    approved: '“{{text}}” now counts as a command',
    refused: '“{{text}}” does not count as a command',
    back: '“{{text}}” restored',
    empty: 'Nothing found yet. Texts sent by several people appear here.',
    emptyState: 'None with this status.',
  },
  callback: {
    title: 'Button data',
    text: 'Button presses are grouped by the first characters of their data. Without a limit, data with an ID, such as buy_4711, creates a separate row each time.',
    label: 'Characters to compare',
    hint: '1–64. 64 compares the full data.',
    example: '{{data}} is counted as {{counted}}',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    HiddenCommands: typeof hiddenCommands;
  }
}
