import type { Bot, SegmentMembers } from '@botscope/contract';
import { Button, Flex, NativeSelect, TextInput } from '@mantine/core';
import { IconListDetails, IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../../platform/errors/error-mapping.ts';
import { i18n } from '../../../../platform/i18n/i18n.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { showUndo } from '../../../../ui/undo-toast.tsx';
import { changeMembers, createSegment, removeSegment, segmentsQuery } from '../../data/segments-data.ts';
import classes from './users.module.css';

interface ListActionsProps {
  bot: Bot;
  members: SegmentMembers;
  /** Number of selected users. */
  count: number;
  onDone(): void;
}

type Action = 'add' | 'remove';

/** Buttons that put the selected users on a list, or take them off one. */
export function ListActions({ bot, members, count, onDone }: ListActionsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Action | null>(null);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconListDetails size={14} aria-hidden />}
        onClick={() => setOpen('add')}
      >
        {t('Users.lists.add')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUserMinus size={14} aria-hidden />}
        onClick={() => setOpen('remove')}
      >
        {t('Users.lists.remove')}
      </Button>
      {open && (
        <ListDialog
          bot={bot}
          action={open}
          members={members}
          count={count}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

function ListDialog(props: ListActionsProps & { action: Action; onClose(): void }) {
  const { bot, action, members, count, onClose, onDone } = props;
  const { t } = useTranslation();
  const lists = (useQuery(segmentsQuery(bot.key)).data ?? []).filter(({ kind }) => kind === 'list');
  const [selectedId, setSelectedId] = useState<string>('');
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const id = selectedId || (action === 'remove' ? String(lists[0]?.segment_id ?? '') : '');
  const isNew = action === 'add' && id === '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isNew && name.trim() === '') return;
    setBusy(true);
    try {
      if (isNew) await putOnNewList(bot.key, name.trim(), members);
      else await changeList(bot.key, { id: Number(id), name: nameOf(id) }, action, members);
      onDone();
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  };
  const nameOf = (segment: string) => lists.find(({ segment_id }) => String(segment_id) === segment)?.name ?? '';
  const nothing = action === 'remove' && lists.length === 0;
  return (
    <Dialog title={t(`Users.lists.${action}Title`, { count, number: count })} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {nothing ? (
          <p>{t('Users.lists.none')}</p>
        ) : (
          <NativeSelect
            label={t('Users.lists.list')}
            value={id}
            data={[
              ...(action === 'add' ? [{ value: '', label: t('Users.lists.new') }] : []),
              ...lists.map((list) => ({ value: String(list.segment_id), label: list.name })),
            ]}
            onChange={(event) => setSelectedId(event.currentTarget.value)}
          />
        )}
        {isNew && (
          <TextInput
            data-autofocus
            label={t('Users.segments.name')}
            value={name}
            maxLength={100}
            error={isTried && name.trim() === '' ? t('General.ErrorsText.RequiredFields') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          {!nothing && (
            <Button type="submit" loading={isBusy}>
              {t(`Users.lists.${action}Button`)}
            </Button>
          )}
        </Flex>
      </form>
    </Dialog>
  );
}

async function putOnNewList(key: string, name: string, members: SegmentMembers): Promise<void> {
  const list = await createSegment(key, { name, kind: 'list', members });
  showUndo({
    id: `list-${list.segment_id}`,
    text: i18n.t('Users.lists.made', { name, count: list.count ?? 0, number: list.count ?? 0 }),
    label: i18n.t('Users.undo'),
    onUndo: () => removeSegment(key, list.segment_id).catch(showError),
  });
}

const opposite = { add: 'remove', remove: 'add' } as const;

async function changeList(key: string, list: { id: number; name: string }, action: Action, members: SegmentMembers) {
  const count = await changeMembers(key, list.id, action, members);
  showUndo({
    id: `list-${list.id}`,
    text: i18n.t(`Users.lists.${action}Done`, { name: list.name, count, number: count }),
    label: i18n.t('Users.undo'),
    onUndo: () =>
      changeMembers(key, list.id, opposite[action], members)
        .then(() => showDone(i18n.t('Users.undone')))
        .catch(showError),
  });
}
