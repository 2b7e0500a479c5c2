import type { Bot, SegmentCondition } from '@botscope/contract';

/** Props of the fields of a condition. */
export interface FieldsProps<Condition extends SegmentCondition> {
  bot: Bot;
  condition: Condition;
  ownId?: number | undefined;
  /** Names of the fields that are wrong. */
  problems: ReadonlySet<string>;
  onChange(condition: Condition): void;
}
