import type { TFunction } from 'i18next';

/** Addresses as entered: one a line. */
export interface AddressLines {
  addresses: string[];
  /** The first line that is no address, counted from 1; null where there is none. */
  wrongLine: number | null;
  isTooMany: boolean;
}

export function parseLines(
  text: string,
  limit: number,
  parse: (line: string) => { data?: string | undefined },
): AddressLines {
  const addresses: string[] = [];
  let wrongLine: number | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const { data } = parse(line);
    if (data === undefined) wrongLine ??= index + 1;
    else if (!addresses.includes(data)) addresses.push(data);
  }
  return { addresses, wrongLine, isTooMany: addresses.length > limit };
}

/** Text of what is wrong with the addresses; undefined if nothing is. */
export function describeProblem(
  t: TFunction,
  kind: 'App' | 'Site',
  { wrongLine, isTooMany }: AddressLines,
): string | undefined {
  if (wrongLine !== null) return t(`PageList${kind}.form.wrongAddress`, { line: wrongLine });
  return isTooMany ? t(`PageList${kind}.form.tooManyAddresses`) : undefined;
}
