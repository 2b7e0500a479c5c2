import { type Bot, formatRules, type SegmentGroup, type SegmentRules } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { withoutEmptyGroups } from './edit-rules.ts';
import classes from './rules.module.css';
import { RulesBuilder } from './rules-builder.tsx';
import { SelectionPreview } from './selection-preview.tsx';

interface RulesDialogProps {
  bot: Bot;
  rules: SegmentGroup;
  onDone(rules: SegmentGroup): void;
  onClose(): void;
}

/** All that rules can do: groups, order, copies, with the users they select beside them. */
export function RulesDialog({ bot, rules, onDone, onClose }: RulesDialogProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(rules);
  const valid = withoutEmptyGroups(draft);
  return (
    <Dialog title={t('Users.bar.dialog')} size="xl" onClose={onClose}>
      <div className={classes.split}>
        <RulesBuilder bot={bot} rules={draft} onChange={setDraft} />
        <SelectionPreview bot={bot} selection={{ rules: formatRules(valid as SegmentRules) }} />
      </div>
      <Flex gap={8} wrap="wrap" justify="flex-end" mt={20}>
        <Button variant="default" onClick={onClose}>
          {t('General.Cancel')}
        </Button>
        <Button onClick={() => onDone(valid)}>{t('Users.editor.apply')}</Button>
      </Flex>
    </Dialog>
  );
}
