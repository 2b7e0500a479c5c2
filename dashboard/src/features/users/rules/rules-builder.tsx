import { type Bot, isGroup, type SegmentCondition, type SegmentGroup } from '@botscope/contract';
import { SegmentedControl } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DropItem, DropMenu } from '../../../ui/drop-menu.tsx';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { AddCondition, EditCondition } from './condition-popover.tsx';
import { describeCondition } from './describe-condition.ts';
import {
  addRule,
  duplicateRule,
  isFull,
  keyedRules,
  maxDepth,
  moveRule,
  type RulePath,
  removeRule,
  replaceRule,
  setMatch,
} from './edit-rules.ts';
import classes from './rules.module.css';
import { useRuleWords } from './use-rule-words.ts';

interface RulesBuilderProps {
  bot: Bot;
  rules: SegmentGroup;
  /** The segment whose rules these are. */
  ownId?: number | undefined;
  readOnly?: boolean;
  onChange(rules: SegmentGroup): void;
}

/** Rules as nested groups. Alt with an arrow key moves a rule within its group. */
export function RulesBuilder(props: RulesBuilderProps) {
  const box = useKeptFocus<HTMLDivElement>();
  return (
    <div {...box}>
      <Group {...props} path={[]} group={props.rules} />
    </div>
  );
}

interface GroupProps extends RulesBuilderProps {
  path: RulePath;
  group: SegmentGroup;
}

function Group({ path, group, ...props }: GroupProps) {
  const { t } = useTranslation();
  const { bot, rules, ownId, readOnly = false, onChange } = props;
  const isAtLimit = isFull(rules);
  return (
    <fieldset className={classes.group} aria-label={t(`Users.builder.${group.match}`)} disabled={readOnly}>
      <div className={classes.head}>
        <SegmentedControl
          size="xs"
          readOnly={readOnly}
          aria-label={t('Users.builder.match')}
          value={group.match}
          onChange={(value) => onChange(setMatch(rules, path, value === 'any' ? 'any' : 'all'))}
          data={(['all', 'any'] as const).map((match) => ({ value: match, label: t(`Users.builder.${match}`) }))}
        />
        {path.length > 0 && !readOnly && <RuleMenu {...props} path={path} name={t('Users.builder.group')} />}
      </div>
      {group.rules.length === 0 && (
        <p className={classes.empty}>{t(path.length === 0 ? 'Users.builder.everyone' : 'Users.builder.empty')}</p>
      )}
      <ul className={classes.rows}>
        {keyedRules(group).map(({ key, position, rule }) => {
          const childPath = [...path, position];
          return isGroup(rule) ? (
            <li key={key}>
              <Group {...props} path={childPath} group={rule} />
            </li>
          ) : (
            <Row key={key} {...props} path={childPath} condition={rule} />
          );
        })}
      </ul>
      {!readOnly && (
        <div className={classes.tools}>
          {isAtLimit ? (
            <span className={classes.empty}>{t('Users.builder.full')}</span>
          ) : (
            <>
              <AddCondition
                bot={bot}
                ownId={ownId}
                label={t('Users.builder.addCondition')}
                onDone={(condition) => onChange(addRule(rules, path, condition))}
              />
              {path.length < maxDepth - 1 && (
                <button
                  type="button"
                  className={classes.item}
                  style={{ width: 'auto' }}
                  onClick={() =>
                    onChange(addRule(rules, path, { match: group.match === 'all' ? 'any' : 'all', rules: [] }))
                  }
                >
                  {t('Users.builder.addGroup')}
                </button>
              )}
            </>
          )}
        </div>
      )}
    </fieldset>
  );
}

function Row({ path, condition, ...props }: RulesBuilderProps & { path: RulePath; condition: SegmentCondition }) {
  const { bot, rules, ownId, readOnly, onChange } = props;
  const sentence = describeCondition(useRuleWords(bot), condition);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || readOnly || (step !== -1 && step !== 1)) return;
    event.preventDefault();
    onChange(moveRule(rules, path, step));
  };
  return (
    <li className={classes.row} onKeyDown={onKeyDown}>
      <EditCondition
        bot={bot}
        ownId={ownId}
        condition={condition}
        sentence={sentence}
        button={sentence}
        buttonClass={classes.sentence}
        onDone={(nextCondition) => onChange(replaceRule(rules, path, nextCondition))}
      />
      {!readOnly && <RuleMenu {...props} path={path} name={sentence} />}
    </li>
  );
}

function RuleMenu({ rules, path, name, onChange }: Omit<RulesBuilderProps, 'bot'> & { path: RulePath; name: string }) {
  const { t } = useTranslation();
  return (
    <DropMenu label={t('Users.builder.menu', { name })} button={<IconDots size={16} aria-hidden />}>
      <DropItem icon={<IconArrowUp size={16} />} onChoose={() => onChange(moveRule(rules, path, -1))}>
        {t('Users.builder.up')}
      </DropItem>
      <DropItem icon={<IconArrowDown size={16} />} onChoose={() => onChange(moveRule(rules, path, 1))}>
        {t('Users.builder.down')}
      </DropItem>
      <DropItem icon={<IconCopy size={16} />} onChoose={() => onChange(duplicateRule(rules, path))}>
        {t('Users.builder.duplicate')}
      </DropItem>
      <DropItem danger icon={<IconTrash size={16} />} onChoose={() => onChange(removeRule(rules, path))}>
        {t('Users.builder.remove')}
      </DropItem>
    </DropMenu>
  );
}
