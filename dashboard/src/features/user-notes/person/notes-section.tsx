import type { Bot } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { Dim } from '../../../ui/words.tsx';
import { addNote, notesQuery } from '../data/notes-data.ts';
import { NoteForm } from './note-form.tsx';
import { NoteItem } from './note-item.tsx';
import classes from './notes.module.css';
import { ResponsibleField } from './responsible-field.tsx';

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
