import { useLocalStorage } from '@mantine/hooks';

export interface ColumnControl {
  hidden: ReadonlySet<string>;
  toggle(id: string): void;
}

/** Which columns of a table the reader has hidden; this browser remembers it under the table's name. */
export function useColumns(table: string): ColumnControl {
  const [ids, setIds] = useLocalStorage<string[]>({ key: `columns.${table}`, defaultValue: [] });
  return {
    hidden: new Set(ids),
    toggle: (id) =>
      setIds((current) => (current.includes(id) ? current.filter((each) => each !== id) : [...current, id])),
  };
}
