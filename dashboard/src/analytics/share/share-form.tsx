import {
  type Bot,
  keyNumbersType,
  parseFilter,
  type Share,
  ShareDraft,
  type SharedQuery,
  type SharedType,
  sharePasswordLength,
} from '@botscope/contract';
import { Button, Checkbox, Group, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import type { FailureCode } from '../../platform/api/api-error.ts';
import { type FieldProblem, fieldProblems, placeErrors, problemText } from '../../ui/field-errors.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { nameFilter } from '../filter/filter-words.ts';
import { asPreset, asWord, parseRange } from '../period/period.ts';
import classes from './share-dialog.module.css';
import { subjectName } from './share-name.ts';
import { useCreateShare } from './shares-data.ts';

const lastings = [1, 7, 30, 90, 365] as const;

interface ShareFormProps {
  bot: Bot;
  type: SharedType;
  query: SharedQuery;
  onMade(share: Share): void;
}

/** Settings of the new link: its content, its readers, its expiry, and the choices that readers have. */
export function ShareForm({ bot, type, query, onMade }: ShareFormProps) {
  const { t } = useTranslation();
  const create = useCreateShare(bot.key);
  const [problems, setProblems] = useState<Record<string, FieldProblem>>({});
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const isFiltered = type !== keyNumbersType && Boolean(query.filter);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const text = (name: string) => String(values.get(name) ?? '');
    const draft = {
      type_report: type,
      query,
      title: text('title'),
      password: text('password') || null,
      days: Number(text('days')) || null,
      embeddable: values.has('embeddable'),
      reader_period: values.has('reader_period'),
      reader_filter: values.has('reader_filter'),
    };
    const show = (newProblems: Record<string, FieldProblem>, code: FailureCode | null) => {
      setProblems(newProblems);
      setFailure(code);
      const [first] = Object.keys(newProblems);
      // The text appears with the next paint; focusing after it lets a screen reader read it.
      if (first) requestAnimationFrame(() => form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
    };
    const draftProblems = fieldProblems(ShareDraft, draft);
    show(draftProblems, null);
    if (Object.keys(draftProblems).length > 0) return;
    try {
      onMade(await create.mutateAsync(draft));
    } catch (error) {
      const placed = placeErrors(error, ['title', 'password']);
      const fieldErrors = Object.entries(placed.fields).map(([field, code]) => [field, { code }] as const);
      show(Object.fromEntries(fieldErrors), placed.form);
    }
  };
  const describeProblem = (field: string) => problems[field] && problemText(t, problems[field]);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        <FormFailure code={failure} />
        <Shared type={type} query={query} filtered={isFiltered} />
        <TextInput
          name="title"
          label={t('Share.fields.title')}
          description={t('Share.fields.titleHint')}
          placeholder={subjectName(type, t)}
          maxLength={100}
          autoComplete="off"
          error={describeProblem('title')}
        />
        <div className={classes.pair}>
          <PasswordInput
            name="password"
            label={t('Share.fields.password')}
            description={t('Share.fields.passwordHint', { min: sharePasswordLength.min })}
            autoComplete="new-password"
            error={describeProblem('password')}
            visibilityToggleButtonProps={{ 'aria-label': t('General.ShowPassword') }}
          />
          <NativeSelect
            name="days"
            label={t('Share.fields.until')}
            description={t('Share.fields.untilHint')}
            data={[
              { value: '', label: t('Share.until.always') },
              ...lastings.map((days) => ({ value: String(days), label: t('Share.until.days', { count: days }) })),
            ]}
          />
        </div>
        <Checkbox name="reader_period" label={t('Share.fields.readerPeriod')} />
        {isFiltered && (
          <Checkbox
            name="reader_filter"
            label={t('Share.fields.readerFilter')}
            description={t('Share.fields.readerFilterHint')}
          />
        )}
        <Checkbox name="embeddable" label={t('Share.fields.embeddable')} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t('Share.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Lists what the page shows at the moment, and so what the link will show. */
function Shared({ type, query, filtered }: { type: SharedType; query: SharedQuery; filtered: boolean }) {
  const { t, i18n } = useTranslation();
  const period = query.period ?? '30d';
  const preset = asPreset(period);
  const word = asWord(period);
  const range = parseRange(period);
  return (
    <ul className={classes.shared}>
      <li>{subjectName(type, t)}</li>
      {preset && <li>{t('Share.rolling', { period: t(`Reports.period.${preset}`) })}</li>}
      {word && <li>{t('Share.moving', { period: t(`Reports.range.words.${word}`) })}</li>}
      {range && <li>{t('Share.fixed', { period: nameRange(range, i18n.language) })}</li>}
      {filtered && (
        <li>
          {t('Share.withFilter', { filter: nameFilter(parseFilter(query.filter ?? '') ?? [], t, i18n.language) })}
        </li>
      )}
    </ul>
  );
}
