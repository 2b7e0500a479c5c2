import { botErrorKinds } from '@botscope/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeWords } from '../data/error-words.ts';
import { parseFilters } from '../data/errors-data.ts';
import type { ErrorSearch } from '../search.ts';
import classes from './errors-page.module.css';

/** Pause in typing after which the search starts, ms. */
const pauseMs = 350;

interface ErrorFiltersProps {
  search: ErrorSearch;
  /** Codes and methods that occur in the log. */
  codes: readonly number[];
  methods: readonly string[];
  onReset: () => void;
}

/** Each choice is written into the address at once, so that the view can be shared and the way back works. */
export function ErrorFilters({ search, codes, methods, onReset }: ErrorFiltersProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const filters = parseFilters(search);
  const set = (change: ErrorSearch) =>
    navigate({
      to: '/bot_errors',
      search: (oldSearch) => ({ ...oldSearch, ...change }),
      replace: true,
      resetScroll: false,
    });
  const numbers = withChosen(codes, filters.code).sort((one, other) => one - other);
  return (
    <section className={classes.filters} aria-label={t('BotErrors.filters')}>
      <NativeSelect
        aria-label={t('BotErrors.kind')}
        value={filters.kind ?? ''}
        data={[
          { value: '', label: t('BotErrors.anyKind') },
          ...botErrorKinds.map((kind) => ({ value: kind, label: t(`BotErrors.kinds.${kind}`) })),
        ]}
        onChange={(event) => set({ kind: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label={t('BotErrors.code')}
        value={filters.code ?? ''}
        data={[
          { value: '', label: t('BotErrors.anyCode') },
          ...numbers.map((code) => ({ value: String(code), label: `${code} · ${codeWords(t, code)}` })),
        ]}
        onChange={(event) => set({ code: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label={t('BotErrors.method')}
        value={filters.method ?? ''}
        data={[{ value: '', label: t('BotErrors.anyMethod') }, ...withChosen(methods, filters.method).filter(Boolean)]}
        onChange={(event) => set({ method: event.currentTarget.value || undefined })}
      />
      <Words value={search.search ?? ''} onChange={(words) => set({ search: words || undefined })} />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" color="gray" onClick={onReset}>
          {t('BotErrors.reset')}
        </Button>
      )}
    </section>
  );
}

/** A chosen value stays to be seen although no line has it any more. */
const withChosen = <Value,>(values: readonly Value[], value: Value | undefined): Value[] =>
  value === undefined || values.includes(value) ? [...values] : [value, ...values];

function Words({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  // The way back, and "reset", change the address under the field.
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      type="search"
      aria-label={t('BotErrors.search')}
      placeholder={t('BotErrors.search')}
      leftSection={<IconSearch size={15} stroke={1.6} aria-hidden />}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      className={classes.words}
    />
  );
}
