import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** Reads a Parquet file by a reader that has nothing to do with the engine. Integers come as numbers, moments as ISO. */
export async function readParquet(body: Buffer): Promise<Record<string, unknown>[]> {
  const file = body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) as ArrayBuffer;
  const rows = await parquetReadObjects({ file, compressors });
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  return value;
}
