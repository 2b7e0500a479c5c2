import type { Bot, Target } from '@botscope/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { currencyNames } from '../../../../platform/i18n/currency-names.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { problemText } from '../../../../ui/field-errors.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { OptionCards } from '../../../../ui/option-cards.tsx';
import { SaveRow } from '../../../../ui/save-row.tsx';
import { Section } from '../../../../ui/section.tsx';
import { useDraft } from '../../../../ui/use-draft.ts';
import { saveTarget } from '../../public/targets-data.ts';
import { TargetTest } from './target-test.tsx';
import {
  emptyTarget,
  type FieldProblems,
  findField,
  findProblems,
  type TargetValues,
  toDraft,
  toFormValues,
  triggerKinds,
} from './target-values.ts';
import classes from './targets.module.css';
import { type FieldsProps, TriggerFields } from './trigger-fields.tsx';
import { useTargetTest } from './use-target-test.ts';

/** Currencies that bots are paid in most come first: Telegram Stars have no country. */
const usual = ['XTR', 'RUB', 'USD', 'EUR', 'UAH', 'KZT', 'BYN', 'UZS', 'GBP', 'TRY', 'INR', 'BRL'] as const;

/** Currencies to choose from, with their names in a language; `ownCurrency` is offered also when nobody knows it. */
function currencyChoices(locale: string, ownCurrency: string): { value: string; label: string }[] {
  const nameOf = currencyNames(locale);
  const codes = new Set<string>([...usual, ...Intl.supportedValuesOf('currency'), ownCurrency]);
  return [...codes].map((code) => ({ value: code, label: nameOf(code) }));
}

const kinds = ['none', 'fixed', 'event'] as const;

/** Value of one conversion. */
function ValueFields({ values, problems, readOnly, change }: FieldsProps) {
  const { t, i18n } = useTranslation();
  const currencies = useMemo(() => currencyChoices(i18n.language, values.currency), [i18n.language, values.currency]);
  return (
    <>
      <OptionCards
        label={t('Conversions.form.value')}
        name="valueKind"
        value={values.valueKind}
        disabled={readOnly}
        options={kinds.map((value) => ({
          value,
          label: t(`Conversions.form.valueKinds.${value}`),
          text: t(`Conversions.form.valueKinds.${value}Text`),
        }))}
        onChange={(valueKind) => change({ valueKind })}
      />
      {values.valueKind === 'fixed' && (
        <div className={classes.pair}>
          <TextInput
            name="amount"
            label={t('Conversions.form.amount')}
            inputMode="decimal"
            value={values.amount}
            error={problems.amount}
            readOnly={readOnly}
            maxLength={20}
            autoComplete="off"
            onChange={(event) => change({ amount: event.currentTarget.value })}
          />
          <NativeSelect
            name="currency"
            label={t('Conversions.form.currency')}
            value={values.currency}
            error={problems.currency}
            disabled={readOnly}
            data={currencies}
            onChange={(event) => change({ currency: event.currentTarget.value })}
          />
        </div>
      )}
    </>
  );
}

/** The settings of a target; null makes a new one, whose page is shown once it is saved. */
export function TargetForm({ bot, target }: { bot: Bot; target: Target | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user } = useSession();
  const [createdTarget, setCreatedTarget] = useState<Target | null>(null);
  const storedTarget = createdTarget ?? target;
  // As contract/src/revealed.ts has it, which would weigh on every page.
  const open = triggerKinds.filter((kind) => kind !== 'text' || may(bot, 'section.users.chat.view'));
  const isOpen = !storedTarget || storedTarget.trigger.kind === 'purchase' || open.includes(storedTarget.trigger.kind);
  const readOnly = !may(bot, 'convers.manage') || !isOpen;
  const draft = useDraft<TargetValues>({
    saved: storedTarget
      ? toFormValues(storedTarget)
      : { ...emptyTarget, currency: user?.report_currency ?? emptyTarget.currency },
    schema: null,
    check: (values) => formatProblems(findProblems(values)),
    places: { InvalidPattern: 'text' },
    send: async (values) => {
      try {
        const savedTarget = await saveTarget(bot.key, storedTarget?.target_id ?? null, toDraft(values));
        if (!target) setCreatedTarget(savedTarget);
      } catch (error) {
        throw placed(error, values);
      }
    },
  });
  const formatProblems = (fieldErrors: FieldProblems): Problems =>
    Object.fromEntries(
      Object.entries(fieldErrors).map(([field, problem]) => [
        field,
        field === 'amount' && !('tooHigh' in problem) ? t('Conversions.form.wrongAmount') : problemText(t, problem),
      ]),
    );
  const trial = useTargetTest(bot.key, draft.values, !readOnly);
  // After the edits are kept nowhere but here: the guard of the page would hold back a form with unsaved ones.
  useEffect(() => {
    if (!createdTarget || draft.state !== 'saved') return;
    showDone(t('Conversions.form.created', { name: createdTarget.name }));
    void navigate({ to: '/targets/$targetId', params: { targetId: String(createdTarget.target_id) }, replace: true });
  }, [createdTarget, draft.state, navigate, t]);
  const kinds = isOpen ? open : triggerKinds;
  const fields = { ...draft, problems: { ...formatProblems(trial.refused), ...draft.problems }, readOnly, kinds };
  return (
    <form {...draft.form}>
      {!isOpen && <Notice tone="info">{t('Conversions.form.lockedText')}</Notice>}
      <Section title={t('Conversions.form.what')}>
        <div className={classes.form}>
          <TextInput
            name="name"
            label={t('Conversions.form.name')}
            description={t('Conversions.form.nameHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.values.name}
            error={draft.problems.name}
            readOnly={readOnly}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => draft.change({ name: event.currentTarget.value })}
          />
          <TriggerFields {...fields} />
        </div>
      </Section>
      <Section title={t('Conversions.form.worth')}>
        <div className={classes.form}>
          <ValueFields {...fields} />
        </div>
      </Section>
      {!readOnly && <TargetTest values={draft.values} trial={trial} />}
      {!readOnly && <SaveRow draft={draft} />}
    </form>
  );
}

type Problems = Partial<Record<keyof TargetValues, string>>;

/** Renames the fields of an error to those of this form: the server's `trigger.name` is not the name of the target. */
function placed(error: unknown, { kind }: TargetValues): unknown {
  if (!(error instanceof ApiError)) return error;
  const items = error.items.map((item) => {
    const field = item.field === undefined ? null : findField(item.field, kind);
    return field === null ? item : { ...item, field };
  });
  return new ApiError(error.code, error.status, items);
}
