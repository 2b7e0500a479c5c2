import type { ConnectedBotscope } from './botscope.ts';

/** Totals of the last week by report and line: `{ new_users: { new: 2 }, … }`. */
export async function readNumbers(
  botscope: ConnectedBotscope,
  key: string,
  reports: readonly string[] = ['new_users', 'left_users', 'return_users', 'messages_from_user'],
): Promise<Record<string, Record<string, number>>> {
  const numbers: Record<string, Record<string, number>> = {};
  for (const report of reports) {
    const { lines } = (await botscope.ask('GET', `/api/reports/${key}/${report}?period=7d`)) as {
      lines: { name: string; total: number | null }[];
    };
    numbers[report] = Object.fromEntries(lines.map(({ name, total }) => [name, total ?? 0]));
  }
  return numbers;
}

/** A line of the owner's error log, as far as the tests look at it. */
export interface LoggedError {
  kind: string;
  code: number;
  method: string;
  reason: string;
  text: string;
  count: number;
}

/** The newest lines of a bot's error log. */
export async function readErrors(botscope: ConnectedBotscope, key: string): Promise<LoggedError[]> {
  return ((await botscope.ask('GET', `/api/bots/${key}/errors`)) as { lines: LoggedError[] }).lines;
}
