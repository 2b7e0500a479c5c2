import type { Bot } from '@botscope/contract';
import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, codeOf } from '../../../platform/api/api-error.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { type BuilderData, readQuery } from '../public/builder-data.ts';
import classes from './read-link.module.css';
import { ReadResult } from './read-result.tsx';

const pauseMs = 300;
const longest = 1_000;

/** The reverse: a pasted link, and what reports read from it. It is asked of the server, which will read it. */
export function ReadLink({ bot, data }: { bot: Bot; data: BuilderData }) {
  const { t } = useTranslation();
  const { link = '' } = useSearch({ from: '/layout/utm-builder' });
  const [input, setTyped] = useTyped(link);
  const query = useQuery(readQuery(bot.key, link.slice(0, longest)));
  const isUnreadable = query.error instanceof ApiError && query.error.code === 'LinkUnreadable';
  return (
    <Section title={t('UtmBuilder.read.title')}>
      <p>{t('UtmBuilder.read.text')}</p>
      <Textarea
        label={t('UtmBuilder.read.field')}
        placeholder={`https://t.me/${data.username}?start=…`}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={longest}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="off"
        className={classes.field ?? ''}
        value={input}
        error={isUnreadable && link !== '' ? failureText(codeOf(query.error)) : undefined}
        onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\s*\n\s*/g, ''))}
      />
      {link !== '' && !isUnreadable && (
        <div data-stale={query.isPlaceholderData || undefined} className={classes.answer}>
          <Loaded query={query} height={220}>
            {(reading) => <ReadResult reading={reading} data={data} />}
          </Loaded>
        </div>
      )}
    </Section>
  );
}

/** Returns the typed text, which is copied into the address a moment later. */
function useTyped(link: string): [string, (text: string) => void] {
  const navigate = useNavigate();
  const [input, setInput] = useState(link);
  const writtenText = useRef(link);
  useEffect(() => {
    // The way back changes the address under the field.
    if (link === writtenText.current) return;
    writtenText.current = link;
    setInput(link);
  }, [link]);
  useEffect(() => {
    const text = input.trim();
    if (text === writtenText.current) return;
    const timer = setTimeout(() => {
      writtenText.current = text;
      void navigate({
        to: '/utm-builder',
        search: (oldSearch) => ({ ...oldSearch, link: text || undefined }),
        replace: true,
        resetScroll: false,
      });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [input, navigate]);
  return [input, setInput];
}
