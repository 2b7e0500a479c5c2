import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import classes from './data-table.module.css';
import type { SelectionControl } from './use-selection.ts';

export function RowBox({ id, selection }: { id: string; selection: SelectionControl }) {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      className={classes.check}
      aria-label={t('General.Table.selectRow')}
      checked={selection.isSelected(id)}
      onChange={() => selection.toggle(id)}
    />
  );
}

export function LoadedBox({ loaded, selection }: { loaded: readonly string[]; selection: SelectionControl }) {
  const { t } = useTranslation();
  const state = selection.loadedState(loaded);
  return (
    <input
      type="checkbox"
      className={classes.check}
      aria-label={t('General.Table.selectLoaded')}
      checked={state === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = state === 'some';
      }}
      onChange={() => selection.toggleLoaded(loaded)}
    />
  );
}

/** Number of selected rows; once all loaded rows are selected, a button for all that match. */
export function SelectionBar({ loaded, selection }: { loaded: readonly string[]; selection: SelectionControl }) {
  const { t, i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language);
  const isCards = useMediaQuery('(max-width: 999px)', false, { getInitialValueInEffect: false });
  const { count, total } = selection;
  // Cards have no heading with a box.
  if (count === 0 && !(isCards && loaded.length > 1)) return null;
  if (count === 0) {
    return (
      <div className={classes.bar}>
        <button type="button" className={classes.action} onClick={() => selection.toggleLoaded(loaded)}>
          {t('General.Table.selectLoaded')}
        </button>
      </div>
    );
  }
  const canSelectMore = count < total && selection.loadedState(loaded) === 'all';
  return (
    <div className={classes.bar} role="status">
      <span>{t('General.Table.selected', { count, number: format.format(count) })}</span>
      {canSelectMore && (
        <button type="button" className={classes.action} onClick={selection.selectAllMatching}>
          {t('General.Table.selectMatching', { count: total, number: format.format(total) })}
        </button>
      )}
      <button type="button" className={classes.action} onClick={selection.clear}>
        {t('General.Table.clear')}
      </button>
    </div>
  );
}
