import { type Condition, type Filter, formatFilter, parseFilter } from '@botscope/contract';
import { Text } from '@mantine/core';
import { IconFilter, IconPlus, IconX } from '@tabler/icons-react';
import { Fragment, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { PopoverPanel } from '../../ui/popover-panel.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { addCondition, isFull, removeCondition, replaceCondition } from './edit-filter.ts';
import classes from './filter-bar.module.css';
import { nameCondition } from './filter-words.ts';

// It comes with the first click: most readers of a report never change its filter.
const ConditionEditor = lazy(async () => ({ default: (await import('./condition-editor.tsx')).ConditionEditor }));

interface FilterBarProps {
  bot: string;
  /** Text of the contract's filter language, as the address has it; '' for none. */
  filter: string;
  /** Undefined takes the filter away. */
  onChange(filter: string | undefined): void;
}

/** The filter as chips, groups joined by "or". Each chip opens its condition; what is chosen goes straight into the address. */
export function FilterBar({ bot, filter, onChange }: FilterBarProps) {
  const { t, i18n } = useTranslation();
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
  const adder = (group: number, label: string, text: string | null) => (
    <PopoverPanel
      label={t('Reports.filter.editor')}
      look={text === null ? 'sign' : 'button'}
      name={label}
      onPhone="sheet"
      button={
        text === null ? (
          <IconPlus size={14} aria-hidden />
        ) : (
          <>
            <IconFilter size={14} aria-hidden />
            {text}
          </>
        )
      }
    >
      {(close) => (
        <ConditionEditor
          bot={bot}
          onDone={(condition) => {
            close();
            write(addCondition(groups, group, condition));
          }}
        />
      )}
    </PopoverPanel>
  );
  const chip = (condition: Condition, group: number, index: number) => {
    const words = nameCondition(condition, t, i18n.language);
    return (
      <span className={classes.chip}>
        <PopoverPanel
          label={t('Reports.filter.editor')}
          look="bare"
          name={t('Reports.filter.edit', { condition: words })}
          onPhone="sheet"
          button={
            <Text span inherit truncate="end" display="block" maw="min(320px, 62vw)">
              {words}
            </Text>
          }
        >
          {(close) => (
            <ConditionEditor
              bot={bot}
              condition={condition}
              onDone={(newCondition) => {
                close();
                write(replaceCondition(groups, { group, position: index }, newCondition));
              }}
            />
          )}
        </PopoverPanel>
        <button
          type="button"
          className={classes.remove}
          aria-label={t('Reports.filter.remove', { condition: words })}
          onClick={() => write(removeCondition(groups, { group, position: index }))}
        >
          <IconX size={12} aria-hidden />
        </button>
      </span>
    );
  };
  return (
    <fieldset {...row} className={classes.bar} aria-label={t('Reports.filter.label')}>
      {groups.length === 0 && adder(0, t('Reports.filter.add'), t('Reports.filter.add'))}
      {groups.map((conditions, group) => (
        <Fragment key={formatFilter([conditions])}>
          {group > 0 && <span className={classes.join}>{t('Reports.filter.or')}</span>}
          <span className={classes.group} data-several={groups.length > 1 || undefined}>
            {conditions.map((condition, index) => (
              <Fragment key={formatFilter([[condition]])}>
                {index > 0 && <span className={classes.join}>{t('Reports.filter.and')}</span>}
                {chip(condition, group, index)}
              </Fragment>
            ))}
            {!isFilterFull && adder(group, t('Reports.filter.addAnd'), null)}
          </span>
        </Fragment>
      ))}
      {groups.length > 0 && (
        <>
          {isFilterFull ? (
            <span className={classes.join}>{t('Reports.filter.full')}</span>
          ) : (
            adder(groups.length, t('Reports.filter.addOr'), t('Reports.filter.or'))
          )}
          <button type="button" className={classes.clear} onClick={() => onChange(undefined)}>
            {t('Reports.filter.clear')}
          </button>
        </>
      )}
    </fieldset>
  );
}
