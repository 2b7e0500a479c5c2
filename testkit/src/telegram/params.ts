import { badRequest } from './errors.ts';

/** Reads the texts of a call's parameters the way the real server does: leniently, with clamps. */
export function readParams(params: Map<string, string>) {
  const text = (name: string) => params.get(name) ?? '';

  function integer(name: string, fallback: number, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
    const value = Number.parseInt(text(name), 10);
    return Math.min(max, Math.max(min, Number.isNaN(value) ? fallback : value));
  }

  return {
    text,
    has: (name: string) => params.has(name),
    integer,
    flag: (name: string) => ['true', 'yes', '1'].includes(text(name).toLowerCase()),
    /** JSON of a parameter; `undefined` when absent, `Bad Request: can't parse <what> JSON object` when broken. */
    json(name: string, description: string): unknown {
      if (text(name) === '') return undefined;
      try {
        return JSON.parse(text(name));
      } catch {
        throw badRequest(`can't parse ${description} JSON object`);
      }
    },
    /** A message number; the real server refuses zero and texts. */
    messageId(name = 'message_id'): number {
      const value = integer(name, 0);
      if (value <= 0) throw badRequest('message identifier is not specified');
      return value;
    },
  };
}

export type Params = ReturnType<typeof readParams>;

/** True for a plain JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
