const nameLength = 200;

/** The last part of a path, without what a row of a table cannot hold. */
export function parseFileName(value: unknown): string {
  const last = String(value ?? '')
    .split(/[\\/]/)
    .at(-1);
  const name = (last ?? '').replaceAll('\0', '').toWellFormed().trim().slice(0, nameLength);
  return name === '' ? 'file' : name;
}
