import pino, { type Logger } from 'pino';
import { redactTokens } from '../telegram/redact.ts';

/**
 * Lines of JSON on stdout; a user at a terminal gets sentences instead. No bot token gets into a line, wherever in it
 * it may stand.
 */
export function createLogger(level: string, forUser: boolean = process.stdout.isTTY === true): Logger {
  return pino(
    { level },
    { write: (line: string) => void process.stdout.write(redactTokens(forUser ? readable(line) : line)) },
  );
}

/** `09:15:30 text (detail: 1)`, with the level in front of the text if it is a warning or worse. */
export function readable(line: string): string {
  const { level, time, pid: _pid, hostname: _hostname, msg = '', err, reqId: _reqId, ...details } = JSON.parse(line);
  const severity = level >= 40 ? `${pino.levels.labels[level]?.toUpperCase()} ` : '';
  const fields = Object.entries(details).map(
    ([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  const clock = new Date(time).toTimeString().slice(0, 8);
  const tail = fields.length === 0 ? '' : ` (${fields.join(', ')})`;
  return `${clock} ${severity}${msg}${tail}\n${err === undefined ? '' : `${err.stack ?? err.message}\n`}`;
}
