import { useLocalStorage } from '@mantine/hooks';

export interface ColumnControl {
  hidden: ReadonlySet<string>;
  toggle(id: string): void;
}

/** Columns of a table that the reader has hidden; this browser remembers them under the table's name. */
export function useColumns(table: string): ColumnControl {
  const [ids, setIds] = useLocalStorage<string[]>({ key: `columns.${table}`, defaultValue: [] });
  return {
    hidden: new Set(ids),
    toggle: (id) =>
      setIds((current) => (current.includes(id) ? current.filter((each) => each !== id) : [...current, id])),
  };
}
