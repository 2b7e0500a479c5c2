import type { Bot, SegmentCondition } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import editor from '../../../analytics/filter/condition-editor.module.css';
import { ConditionFields } from './condition-fields.tsx';
import { KindMenu } from './kind-menu.tsx';
import { conditionProblems, findStart, newCondition, newEvent } from './new-condition.ts';
import classes from './rules.module.css';

interface ConditionEditorProps {
  bot: Bot;
  /** The condition to change; none makes a new one. */
  condition?: SegmentCondition;
  /** The segment whose rules these are: it cannot name itself. */
  ownId?: number | undefined;
  onDone(condition: SegmentCondition): void;
}

/** One condition: first what it is about, then its values. What is missing is said at its field. */
export function ConditionEditor({ bot, condition, ownId, onDone }: ConditionEditorProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<SegmentCondition | null>(condition ?? null);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFieldSetElement>(null);
  if (draft === null) {
    return (
      <div className={classes.box}>
        <KindMenu
          bot={bot}
          onChoose={(start, event) => {
            setTried(false);
            const startCondition = newCondition(start, Date.now() % 2 ** 31);
            setDraft(
              startCondition.kind === 'event' && event !== undefined
                ? { ...startCondition, event: newEvent(event) }
                : startCondition,
            );
          }}
        />
      </div>
    );
  }
  const problems = conditionProblems(draft);
  const submit = () => {
    if (problems.size === 0) return onDone(draft);
    setTried(true);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  // No form of its own: it may stand inside of one, and forms do not nest.
  const onKeyDown = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'radio';
    if (event.key !== 'Enter' || !isField || event.defaultPrevented) return;
    event.preventDefault();
    submit();
  };
  return (
    <div className={classes.box}>
      <div className={classes.title}>
        {condition === undefined && (
          <button
            type="button"
            className={editor.back}
            aria-label={t('Users.editor.back')}
            onClick={() => setDraft(null)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </button>
        )}
        {t(`Users.starts.${findStart(draft)}`)}
      </div>
      <fieldset ref={form} className={classes.form} onKeyDown={onKeyDown}>
        <ConditionFields
          bot={bot}
          condition={draft}
          ownId={ownId}
          problems={isTried ? problems : noProblems}
          onChange={setDraft}
        />
        <Button size="xs" onClick={submit}>
          {t('Users.editor.apply')}
        </Button>
      </fieldset>
    </div>
  );
}

const noProblems: ReadonlySet<string> = new Set();
