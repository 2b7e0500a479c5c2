import { type Filter, formatFilter, parseFilter } from '@botscope/contract';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { AddCondition, ConditionChip } from './condition-chip.tsx';
import { addCondition, isFull, removeCondition, replaceCondition } from './edit-filter.ts';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  bot: string;
  /** Text of the contract's filter language, as the address has it; '' for none. */
  filter: string;
  /** Undefined takes the filter away. */
  onChange(filter: string | undefined): void;
}

/** The filter as chips, groups joined by "or". Each chip opens its condition; what is chosen goes straight into the address. */
export function FilterBar({ bot, filter, onChange }: FilterBarProps) {
  const { t } = useTranslation();
  const row = useKeptFocus<HTMLFieldSetElement>();
  const groups = parseFilter(filter);
  const write = (newFilter: Filter) => onChange(formatFilter(newFilter) || undefined);
  if (groups === null) {
    return (
      <fieldset {...row} className={classes.bar} aria-label={t('Reports.filter.label')}>
        <span className={classes.unreadable}>{t('Reports.filter.unreadable')}</span>
        <button type="button" className={classes.clear} onClick={() => onChange(undefined)}>
          {t('Reports.filter.clear')}
        </button>
      </fieldset>
    );
  }
  const isFilterFull = isFull(groups);
  return (
    <fieldset {...row} className={classes.bar} aria-label={t('Reports.filter.label')}>
      {groups.length === 0 && (
        <AddCondition
          bot={bot}
          name={t('Reports.filter.add')}
          text={t('Reports.filter.add')}
          onAdd={(condition) => write(addCondition(groups, 0, condition))}
        />
      )}
      {groups.map((conditions, group) => (
        <Fragment key={formatFilter([conditions])}>
          {group > 0 && <span className={classes.join}>{t('Reports.filter.or')}</span>}
          <span className={classes.group} data-several={groups.length > 1 || undefined}>
            {conditions.map((condition, index) => (
              <Fragment key={formatFilter([[condition]])}>
                {index > 0 && <span className={classes.join}>{t('Reports.filter.and')}</span>}
                <ConditionChip
                  bot={bot}
                  condition={condition}
                  onChange={(newCondition) => write(replaceCondition(groups, { group, position: index }, newCondition))}
                  onRemove={() => write(removeCondition(groups, { group, position: index }))}
                />
              </Fragment>
            ))}
            {!isFilterFull && (
              <AddCondition
                bot={bot}
                name={t('Reports.filter.addAnd')}
                text={null}
                onAdd={(condition) => write(addCondition(groups, group, condition))}
              />
            )}
          </span>
        </Fragment>
      ))}
      {groups.length > 0 && (
        <>
          {isFilterFull ? (
            <span className={classes.join}>{t('Reports.filter.full')}</span>
          ) : (
            <AddCondition
              bot={bot}
              name={t('Reports.filter.addOr')}
              text={t('Reports.filter.or')}
              onAdd={(condition) => write(addCondition(groups, groups.length, condition))}
            />
          )}
          <button type="button" className={classes.clear} onClick={() => onChange(undefined)}>
            {t('Reports.filter.clear')}
          </button>
        </>
      )}
    </fieldset>
  );
}
