import { type Bot, everyone, isGroup, type SegmentGroup, type SegmentRules } from '@botscope/contract';
import { Text } from '@mantine/core';
import { IconAdjustments, IconX } from '@tabler/icons-react';
import { Fragment, lazy, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import chips from '../../../analytics/filter/filter-bar.module.css';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { AddCondition, EditCondition } from './condition-popover.tsx';
import { describeRule } from './describe-condition.ts';
import { addRule, isFull, keyedRules, removeRule, replaceRule, setMatch } from './edit-rules.ts';
import classes from './rules.module.css';
import { useRuleWords } from './use-rule-words.ts';

// It comes with the first click.
const RulesDialog = lazy(async () => ({ default: (await import('./rules-dialog.tsx')).RulesDialog }));

interface RulesBarProps {
  bot: Bot;
  /** Null: what the address says cannot be read. */
  rules: SegmentRules | null;
  /** Chips before those of the rules. */
  before?: ReactNode;
  onChange(rules: SegmentRules): void;
}

/** The rules as chips. Each opens its condition; groups open in a dialog with everything that rules can do. */
export function RulesBar({ bot, rules, before, onChange }: RulesBarProps) {
  const { t } = useTranslation();
  const words = useRuleWords(bot);
  const row = useKeptFocus<HTMLFieldSetElement>();
  const [isOpen, setOpen] = useState(false);
  const root: SegmentGroup = rules ?? everyone;
  const write = (newRoot: SegmentGroup) => onChange(newRoot as SegmentRules);
  const conjunction = t(root.match === 'all' ? 'Reports.filter.and' : 'Reports.filter.or');
  return (
    <fieldset {...row} className={chips.bar} aria-label={t('Users.bar.label')}>
      {before}
      {rules === null && <span className={chips.unreadable}>{t('Users.bar.unreadable')}</span>}
      {keyedRules(root).map(({ key, position, rule }) => {
        const sentence = describeRule(words, rule);
        return (
          <Fragment key={key}>
            {position > 0 && (
              <button
                type="button"
                className={chips.clear}
                title={t('Users.bar.switchMatch')}
                aria-label={t('Users.bar.switchMatchFrom', { match: conjunction })}
                onClick={() => write(setMatch(root, [], root.match === 'all' ? 'any' : 'all'))}
              >
                {conjunction}
              </button>
            )}
            <span className={chips.chip}>
              {isGroup(rule) ? (
                <button type="button" className={classes.groupChip} onClick={() => setOpen(true)}>
                  <Chip text={sentence} />
                </button>
              ) : (
                <EditCondition
                  bot={bot}
                  condition={rule}
                  sentence={sentence}
                  button={<Chip text={sentence} />}
                  onDone={(nextCondition) => write(replaceRule(root, [position], nextCondition))}
                />
              )}
              <button
                type="button"
                className={chips.remove}
                aria-label={t('Reports.filter.remove', { condition: sentence })}
                onClick={() => write(removeRule(root, [position]))}
              >
                <IconX size={12} aria-hidden />
              </button>
            </span>
          </Fragment>
        );
      })}
      {!isFull(root) && (
        <AddCondition
          bot={bot}
          label={t('Users.bar.add')}
          onDone={(condition) => write(addRule(root, [], condition))}
        />
      )}
      <button type="button" className={chips.clear} onClick={() => setOpen(true)}>
        <IconAdjustments size={14} aria-hidden style={{ marginRight: 4, verticalAlign: '-2px' }} />
        {t('Users.bar.advanced')}
      </button>
      {(rules === null || root.rules.length > 0) && (
        <button type="button" className={chips.clear} onClick={() => write(everyone)}>
          {t('Users.bar.clear')}
        </button>
      )}
      {isOpen && (
        <RulesDialog
          bot={bot}
          rules={root}
          onClose={() => setOpen(false)}
          onDone={(newRoot) => {
            setOpen(false);
            write(newRoot);
          }}
        />
      )}
    </fieldset>
  );
}

const Chip = ({ text }: { text: string }) => (
  <Text span inherit truncate="end" display="block" maw="min(420px, 62vw)">
    {text}
  </Text>
);
