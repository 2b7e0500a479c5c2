import type { Bot, SegmentKind, SegmentRules, UsersSelection } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../../platform/errors/error-mapping.ts';
import { i18n } from '../../../../platform/i18n/i18n.ts';
import { showUndo } from '../../../../ui/undo-toast.tsx';
import { Note } from '../../../../ui/words.tsx';
import { createSegment, listSegmentKinds, removeSegment } from '../../data/segments-data.ts';
import { NameDialog } from '../../public/name-dialog.tsx';

interface SaveSegmentProps {
  bot: Bot;
  rules: SegmentRules | null;
  selection: UsersSelection;
  onClose(): void;
}

/** Keeps the selection as a segment. A search or a report's number is no rule: with them only its users can be kept. */
export function SaveSegment({ bot, rules, selection, onClose }: SaveSegmentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayBeDynamic = rules !== null && !selection.search && !selection.number;
  const kinds = bot.is_demo
    ? listSegmentKinds(bot)
    : listSegmentKinds(bot).filter((kind) => kind !== 'dynamic' || mayBeDynamic);
  const [kind, setKind] = useState<SegmentKind>(kinds[0] ?? 'list');
  const save = async (name: string) => {
    const segment = await createSegment(bot.key, {
      name,
      kind,
      ...(rules && kind !== 'list' && { rules }),
      ...(kind !== 'dynamic' && { members: { selection } }),
    });
    onClose();
    showSaved(bot.key, segment.segment_id, segment.name);
    await navigate({ to: '/segments/$segmentId', params: { segmentId: String(segment.segment_id) } });
  };
  return (
    <NameDialog title={t('Users.save.title')} label={t('Users.segments.name')} name="" onSave={save} onClose={onClose}>
      <NativeSelect
        label={t('Users.segments.kind')}
        description={t(`Users.segments.kindHints.${kind}`)}
        inputWrapperOrder={['label', 'input', 'description']}
        value={kind}
        data={kinds.map((each) => ({ value: each, label: t(`Users.segments.kinds.${each}`) }))}
        onChange={({ currentTarget: { value } }) => setKind(kinds.find((each) => each === value) ?? kind)}
      />
      {!mayBeDynamic && <Note>{t(bot.is_demo ? 'Users.save.onlyRules' : 'Users.save.onlyUsers')}</Note>}
    </NameDialog>
  );
}

function showSaved(key: string, id: number, name: string): void {
  showUndo({
    id: `segment-saved-${id}`,
    text: i18n.t('Users.save.saved', { name }),
    label: i18n.t('Users.undo'),
    onUndo: () => removeSegment(key, id).catch(showError),
  });
}
