import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import classes from './campaign.module.css';

interface ResultTableProps<Row> {
  title: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId(row: Row, index: number): string;
}

/** Results that are more than a number, under a heading of their own. */
export function ResultTable<Row extends object>({ title, ...table }: ResultTableProps<Row>) {
  return (
    <div className={classes.block}>
      <h3>{title}</h3>
      <DataTable label={title} look="plain" {...table} />
    </div>
  );
}
