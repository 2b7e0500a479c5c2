import { type Bot, type PeopleSelection, type SegmentKind, type SegmentRules, segmentKinds } from '@botscope/contract';
import { Button, Flex, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../../platform/errors/error-mapping.ts';
import { i18n } from '../../../../platform/i18n/i18n.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { showUndo } from '../../../../ui/undo-toast.tsx';
import { Note } from '../../../../ui/words.tsx';
import { createSegment, removeSegment } from '../../data/segments-data.ts';
import classes from './users.module.css';

interface SaveSegmentProps {
  bot: Bot;
  rules: SegmentRules | null;
  selection: PeopleSelection;
  onClose(): void;
}

/** Keeps the selection as a segment. A search or a report's number is no rule: with them only its users can be kept. */
export function SaveSegment({ bot, rules, selection, onClose }: SaveSegmentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayBeDynamic = rules !== null && !selection.search && !selection.number;
  const kinds = segmentKinds.filter((kind) => kind !== 'dynamic' || mayBeDynamic);
  const [kind, setKind] = useState<SegmentKind>(kinds[0] ?? 'list');
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    setBusy(true);
    try {
      const segment = await createSegment(bot.key, {
        name: name.trim(),
        kind,
        ...(rules && kind !== 'list' && { rules }),
        ...(kind !== 'dynamic' && { members: { selection } }),
      });
      onClose();
      showSaved(bot.key, segment.segment_id, segment.name);
      await navigate({ to: '/segments/$segmentId', params: { segmentId: String(segment.segment_id) } });
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  };
  return (
    <Dialog title={t('People.save.title')} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={t('People.segments.name')}
          value={name}
          maxLength={100}
          error={isTried && name.trim() === '' ? t('General.ErrorsText.RequiredFields') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('People.segments.kind')}
          description={t(`People.segments.kindHints.${kind}`)}
          inputWrapperOrder={['label', 'input', 'description']}
          value={kind}
          data={kinds.map((each) => ({ value: each, label: t(`People.segments.kinds.${each}`) }))}
          onChange={({ currentTarget: { value } }) => setKind(kinds.find((each) => each === value) ?? kind)}
        />
        {!mayBeDynamic && <Note>{t('People.save.onlyUsers')}</Note>}
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('General.Form.save')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}

function showSaved(key: string, id: number, name: string): void {
  showUndo({
    id: `segment-saved-${id}`,
    text: i18n.t('People.save.saved', { name }),
    label: i18n.t('People.undo'),
    onUndo: () => removeSegment(key, id).catch(showError),
  });
}
