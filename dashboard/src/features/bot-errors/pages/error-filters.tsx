import { botErrorKinds } from '@botscope/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeWords } from '../data/error-words.ts';
import { filtersOf } from '../data/errors-data.ts';
import type { ErrorSearch } from '../search.ts';
import classes from './error-filters.module.css';

/** Words are looked for when the typing has stopped for so long. */
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
  const chosen = filtersOf(search);
  const set = (change: ErrorSearch) =>
    navigate({ to: '/bot_errors', search: (kept) => ({ ...kept, ...change }), replace: true, resetScroll: false });
  const numbers = withChosen(codes, chosen.code).sort((one, other) => one - other);
  return (
    <section className={classes.filters} aria-label={t('BotErrors.filters')}>
      <NativeSelect
        aria-label={t('BotErrors.kind')}
        value={chosen.kind ?? ''}
        data={[
          { value: '', label: t('BotErrors.anyKind') },
          ...botErrorKinds.map((kind) => ({ value: kind, label: t(`BotErrors.kinds.${kind}`) })),
        ]}
        onChange={(event) => set({ kind: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label={t('BotErrors.code')}
        value={chosen.code ?? ''}
        data={[
          { value: '', label: t('BotErrors.anyCode') },
          ...numbers.map((code) => ({ value: String(code), label: `${code} · ${codeWords(t, code)}` })),
        ]}
        onChange={(event) => set({ code: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label={t('BotErrors.method')}
        value={chosen.method ?? ''}
        data={[{ value: '', label: t('BotErrors.anyMethod') }, ...withChosen(methods, chosen.method).filter(Boolean)]}
        onChange={(event) => set({ method: event.currentTarget.value || undefined })}
      />
      <Words value={search.search ?? ''} onChange={(words) => set({ search: words || undefined })} />
      {Object.keys(chosen).length > 0 && (
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
  const [typed, setTyped] = useState(value);
  // The way back, and "reset", change the address under the field.
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      type="search"
      aria-label={t('BotErrors.search')}
      placeholder={t('BotErrors.search')}
      leftSection={<IconSearch size={15} stroke={1.6} aria-hidden />}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      className={classes.words}
    />
  );
}
