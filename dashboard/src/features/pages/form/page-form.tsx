import {
  Button,
  Flex,
  NativeSelect,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import dialog from '../../../ui/dialog.module.css';
import { FormFailure } from '../../../ui/form-failure.tsx';
import type { Draft } from '../../../ui/use-draft.ts';
import type { PageTypes } from '../data/page-data.ts';
import type { FormProps, PageKind } from '../data/page-kind.ts';

interface PageFormProps extends Pick<FormProps<PageTypes>, 'bots' | 'page' | 'submit' | 'onSaved' | 'onCancel'> {
  kind: PageKind<PageTypes>['name'];
  draft: Draft<{ bot_key: string }>;
  /** Properties of the fields of the name and of the addresses, which differ by kind. */
  name: TextInputProps;
  addresses: TextareaProps;
  /** Further fields. */
  children?: ReactNode;
}

const inputOrder = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies TextInputProps;

/** Form of a Mini App or a website: its bot, name, addresses and options. */
export function PageForm({ bots, page, submit, onSaved, onCancel, kind, draft, ...fields }: PageFormProps) {
  const { t } = useTranslation();
  const { values, problems, failure, state, change } = draft;
  useEffect(() => {
    if (state === 'saved') onSaved?.();
  }, [state, onSaved]);
  const bot = bots.find(({ key }) => key === values.bot_key);
  return (
    <form {...draft.form} className={dialog.body}>
      {page === undefined && (
        <NativeSelect
          {...inputOrder}
          name="bot_key"
          label={t(`PageList${kind}.form.bot`)}
          description={t(`PageList${kind}.form.botHint`)}
          value={values.bot_key}
          error={problems.bot_key}
          data={bots.map(({ key, bot_name }) => ({ value: key, label: bot_name }))}
          onChange={(event) => change({ bot_key: event.currentTarget.value })}
        />
      )}
      <TextInput
        {...inputOrder}
        data-autofocus
        label={t(`PageList${kind}.form.name`)}
        description={t(`PageList${kind}.form.nameHint`, { bot: bot?.bot_name ?? 'bot' })}
        autoComplete="off"
        {...fields.name}
      />
      <Textarea
        {...inputOrder}
        label={t(`PageList${kind}.form.addresses`)}
        description={t(`PageList${kind}.form.addressesHint`)}
        maxLength={6_000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...fields.addresses}
      />
      {fields.children}
      <FormFailure code={failure?.code ?? null} detail={failure?.words ?? ''} />
      <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('General.Cancel')}
          </Button>
        )}
        <Button type="submit" loading={state === 'busy'}>
          {submit}
        </Button>
      </Flex>
    </form>
  );
}
