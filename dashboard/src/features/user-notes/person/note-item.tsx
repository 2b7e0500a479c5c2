import type { UserNote } from '@botscope/contract';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { showUndo } from '../../../ui/undo-toast.tsx';
import { type NotedUser, removeNote, restoreNote, updateNote } from '../data/notes-data.ts';
import { NoteForm } from './note-form.tsx';
import classes from './notes.module.css';

interface NoteItemProps {
  of: NotedUser;
  note: UserNote;
  mayChange: boolean;
}

/** One note; its author changes it in place. */
export function NoteItem({ of, note, mayChange }: NoteItemProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isEdited, setEdited] = useState(false);
  const { note_id: id, text, author, created_at: createdAt, updated_at: updatedAt } = note;
  const time = format.moment(createdAt);
  const removing = useAction(async () => {
    await removeNote(of, id);
    showUndo({
      id: `note-${id}`,
      text: t('UserNotes.removed'),
      label: t('UserNotes.undo'),
      onUndo: () =>
        restoreNote(of, id)
          .then(() => showDone(t('UserNotes.restored')))
          .catch(showError),
    });
  });
  return (
    <li>
      <div className={classes.head}>
        <span>
          <bdi>{author ?? t('UserNotes.someone')}</bdi>, {time}
          {updatedAt !== createdAt && ` (${t('UserNotes.edited', { time: format.moment(updatedAt) })})`}
        </span>
        {mayChange && !isEdited && (
          <span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={t('UserNotes.edit', { time })}
              onClick={() => setEdited(true)}
            >
              <IconPencil size={14} stroke={1.6} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              loading={removing.busy}
              aria-label={t('UserNotes.remove', { time })}
              onClick={() => void removing.run()}
            >
              <IconTrash size={14} stroke={1.6} aria-hidden />
            </ActionIcon>
          </span>
        )}
      </div>
      {isEdited ? (
        <NoteForm
          label={t('UserNotes.text')}
          button={t('UserNotes.save')}
          text={text}
          onCancel={() => setEdited(false)}
          onSave={async (newText) => {
            await updateNote(of, id, newText);
            setEdited(false);
          }}
        />
      ) : (
        <p className={classes.text}>{text}</p>
      )}
    </li>
  );
}
