import type { Bot, Colleague, UserNote } from '@botscope/contract';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { showUndo } from '../../../ui/undo-toast.tsx';
import { Dim } from '../../../ui/words.tsx';
import {
  addNote,
  colleaguesQuery,
  type NotedUser,
  notesQuery,
  removeNote,
  restoreNote,
  setResponsible,
  updateNote,
} from '../data/notes-data.ts';
import { NoteForm } from './note-form.tsx';
import classes from './notes.module.css';

/** Notes of colleagues about a user, and the colleague who is responsible. */
export function NotesSection({ bot, userId }: { bot: Bot; userId: number }) {
  const { t } = useTranslation();
  const notedUser = { botKey: bot.key, userId };
  const query = useQuery(notesQuery(notedUser));
  const mayWrite = may(bot, 'section.users.messages.send');
  return (
    <Section title={t('UserNotes.title')}>
      <Loaded query={query} height={160}>
        {({ notes, responsible }) => (
          <>
            <ResponsibleField of={notedUser} responsible={responsible} mayChange={mayWrite} />
            {mayWrite && (
              <NoteForm
                label={t('UserNotes.write')}
                description={t('UserNotes.hint')}
                button={t('UserNotes.add')}
                onSave={(text) => addNote(notedUser, text)}
              />
            )}
            {notes.length === 0 ? (
              !mayWrite && <Dim>{t('UserNotes.none')}</Dim>
            ) : (
              <ul className={classes.list} aria-label={t('UserNotes.title')}>
                {notes.map((note) => (
                  <NoteItem key={note.note_id} of={notedUser} note={note} mayChange={mayWrite && note.is_own} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface ResponsibleFieldProps {
  of: NotedUser;
  responsible: Colleague | null;
  mayChange: boolean;
}

/** Colleague who looks after a user, chosen from those with access to the bot. */
function ResponsibleField({ of, responsible, mayChange }: ResponsibleFieldProps) {
  const { t } = useTranslation();
  const { data: colleagues } = useQuery({ ...colleaguesQuery(of.botKey), enabled: mayChange });
  const nameOf = ({ name, is_you: isYou }: Colleague) => (isYou ? t('UserNotes.you', { name }) : name);
  const { busy, run } = useAction(async (account: string) => {
    await setResponsible(of, account === '' ? null : account);
    const name = colleagues?.find(({ account_key: key }) => key === account)?.name;
    showDone(name === undefined ? t('UserNotes.nobodyNow') : t('UserNotes.responsibleNow', { name }));
  });
  if (!mayChange) {
    return (
      <p>
        <Dim>{t('UserNotes.responsible')}</Dim>: {responsible === null ? t('UserNotes.nobody') : nameOf(responsible)}
      </p>
    );
  }
  const choices = colleagues ?? (responsible === null ? [] : [responsible]);
  return (
    <NativeSelect
      mb={12}
      label={t('UserNotes.responsible')}
      value={responsible?.account_key ?? ''}
      disabled={busy}
      data={[
        { value: '', label: t('UserNotes.nobody') },
        ...choices.map((one) => ({ value: one.account_key, label: nameOf(one) })),
      ]}
      onChange={(event) => void run(event.currentTarget.value)}
    />
  );
}

interface NoteItemProps {
  of: NotedUser;
  note: UserNote;
  mayChange: boolean;
}

/** One note; its author changes it in place. */
function NoteItem({ of, note, mayChange }: NoteItemProps) {
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
