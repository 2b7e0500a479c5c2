import { useTranslation } from 'react-i18next';
import type { DataColumn } from './columns.ts';
import classes from './data-table.module.css';
import type { ColumnControl } from './use-columns.ts';

/** Boxes for the columns of a table, to stand in a panel of the page's toolbar. */
export function ColumnChoice<Row>(props: { columns: readonly DataColumn<Row>[]; control: ColumnControl }) {
  const { t } = useTranslation();
  const { hidden, toggle } = props.control;
  const choices = props.columns.filter(({ canHide, isRowName }) => canHide ?? !isRowName);
  return (
    <fieldset className={classes.choice} aria-label={t('General.Table.columns')}>
      {choices.map(({ id, name }) => (
        <label key={id}>
          <input type="checkbox" checked={!hidden.has(id)} onChange={() => toggle(id)} /> {name}
        </label>
      ))}
    </fieldset>
  );
}
