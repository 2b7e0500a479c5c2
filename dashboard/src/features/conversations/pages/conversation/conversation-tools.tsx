import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toNewest } from '../../data/to-newest.ts';
import classes from './conversation.module.css';

interface ToolsProps {
  search: string;
  /** `YYYY-MM-DD`, or ''. */
  day: string;
  /** True where the page does not show the conversation's end. */
  isElsewhere: boolean;
}

/** Search and the jump to a date: both are in the address. */
export function ConversationTools({ search, day, isElsewhere }: ToolsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [words, setWords] = useState(search);
  useEffect(() => setWords(search), [search]);
  const searchFor = (text: string) =>
    void navigate({
      to: '.',
      search: (oldSearch) => ({ ...oldSearch, search: text.trim() || undefined }),
      resetScroll: false,
    });
  const jump = (to: string) =>
    void navigate({
      to: '.',
      search: (oldSearch) => ({ ...oldSearch, at: to || undefined, message: undefined }),
      resetScroll: false,
    });
  return (
    <search>
      <form
        className={classes.tools}
        onSubmit={(event) => {
          event.preventDefault();
          searchFor(words);
        }}
      >
        <TextInput
          className={classes.search}
          aria-label={t('Conversation.search.label')}
          placeholder={t('Conversation.search.label')}
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={256}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          rightSection={
            words !== '' && (
              <CloseButton
                size="sm"
                aria-label={t('Conversation.search.close')}
                onClick={() => {
                  setWords('');
                  searchFor('');
                }}
              />
            )
          }
        />
        <TextInput
          type="date"
          aria-label={t('Conversation.jump')}
          title={t('Conversation.jump')}
          value={day}
          onChange={(event) => jump(event.currentTarget.value)}
        />
        {isElsewhere && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="." search={toNewest} resetScroll={false} {...props} />}
          >
            {t('Conversation.newest')}
          </Button>
        )}
      </form>
    </search>
  );
}
