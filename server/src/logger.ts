import pino, { type Logger } from 'pino';
import { redactTokens } from './telegram/redact.ts';

/** Lines of JSON on stdout. No bot token gets into one, wherever in it it may stand. */
export function createLogger(level: string): Logger {
  return pino({ level }, { write: (line: string) => void process.stdout.write(redactTokens(line)) });
}
