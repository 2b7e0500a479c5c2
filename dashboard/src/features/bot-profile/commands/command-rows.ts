import type { BotCommands } from '@botscope/contract';

type Command = BotCommands['commands'][number];

/** A line of the editor. `id` stays with it while it moves, so that the focus stays too. */
export interface CommandRow extends Command {
  id: number;
}

export type RowProblem = 'badCommand' | 'badDescription' | 'twice';

/** A slash in front is what users type; Telegram stores names without it. */
const cleanName = (text: string): string => text.trim().replace(/^\/+/, '').toLowerCase();

export const toRows = (commands: readonly Command[]): CommandRow[] =>
  commands.map(({ command, description }, id) => ({ id, command, description }));

export const toCommands = (rows: readonly CommandRow[]): Command[] =>
  rows.map(({ command, description }) => ({ command: cleanName(command), description: description.trim() }));

/** Moves a row up (-1) or down (1); at the end of the list nothing changes. */
export function moveRow(rows: readonly CommandRow[], id: number, step: -1 | 1): CommandRow[] {
  const from = rows.findIndex((row) => row.id === id);
  const [one, other] = [rows[from], rows[from + step]];
  if (!one || !other) return [...rows];
  return rows.map((row) => (row === one ? other : row === other ? one : row));
}

export const addRow = (rows: readonly CommandRow[]): CommandRow[] => [
  ...rows,
  { id: 1 + Math.max(-1, ...rows.map(({ id }) => id)), command: '', description: '' },
];

/** Returns the problems that Telegram would reject, by row and field. */
export function findProblems(
  rows: readonly CommandRow[],
): Map<number, { command?: RowProblem; description?: RowProblem }> {
  const problems = new Map<number, { command?: RowProblem; description?: RowProblem }>();
  const names = rows.map(({ command }) => cleanName(command));
  for (const [index, row] of rows.entries()) {
    const name = cleanName(row.command);
    const length = row.description.trim().length;
    const command = !/^[a-z0-9_]{1,32}$/.test(name) ? 'badCommand' : names.indexOf(name) < index ? 'twice' : undefined;
    const description = length < 1 || length > 256 ? 'badDescription' : undefined;
    if (command || description) {
      problems.set(row.id, { ...(command && { command }), ...(description && { description }) });
    }
  }
  return problems;
}
