import { type Bot, type MiniApp, SystemName } from '@botscope/contract';
import { Button, Flex, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import dialog from '../../../ui/dialog.module.css';
import { problemText } from '../../../ui/field-errors.ts';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import type { AppDraft } from '../data/mini-apps-data.ts';
import { BotField } from '../public/bot-field.tsx';
import { readOrigins } from './origins.ts';

interface FormValues {
  bot_key: string;
  system_name: string;
  /** One a line. */
  origins: string;
}

interface AppFormProps {
  /** Bots that a new app may belong to; that of an existing one. */
  bots: readonly Bot[];
  /** The bot of an existing app stays. */
  isNew: boolean;
  saved: Pick<MiniApp, 'bot_key' | 'system_name' | 'origins'>;
  submit: string;
  /** @throws ApiError */
  send(bot: string, draft: AppDraft): Promise<void>;
  /** Once nothing is unsaved any more: before that a page that is left would ask. */
  onSaved?: () => void;
  /** Beside the button that sends. */
  children?: ReactNode;
}

/** A link to the app names it as well. */
const nameIn = (text: string): string => /\bt\.me\/\w+\/(\w+)/.exec(text)?.[1] ?? text.trim();

/** Bot, system name and allowed origins of a Mini App. */
export function AppForm({ bots, isNew, saved, submit, send, onSaved, children }: AppFormProps) {
  const { t } = useTranslation();
  const draft = useDraft<FormValues>({
    saved: { bot_key: saved.bot_key, system_name: saved.system_name, origins: saved.origins.join('\n') },
    schema: null,
    check: ({ system_name, origins }) => {
      const read = readOrigins(origins);
      const isWrongName = !z.safeParse(SystemName, nameIn(system_name)).success;
      return {
        ...(isWrongName && {
          system_name:
            system_name.trim() === '' ? problemText(t, { code: 'RequiredFields' }) : t('MiniApps.form.wrongName'),
        }),
        ...(read.isTooMany && { origins: t('MiniApps.form.tooManyOrigins') }),
        ...(read.wrongLine !== null && { origins: t('MiniApps.form.wrongOrigin', { line: read.wrongLine }) }),
      };
    },
    places: { InvalidField: 'origins', NotFound: 'bot_key', AccessDenied: 'bot_key' },
    send: ({ bot_key, system_name, origins }) =>
      send(bot_key, { system_name: nameIn(system_name), origins: readOrigins(origins).origins }),
  });
  const { values, problems, failure, state, change } = draft;
  useEffect(() => {
    if (state === 'saved') onSaved?.();
  }, [state, onSaved]);
  const bot = bots.find(({ key }) => key === values.bot_key);
  return (
    <form {...draft.form} className={dialog.body}>
      {isNew && (
        <BotField
          bots={bots}
          label={t('MiniApps.form.bot')}
          hint={t('MiniApps.form.botHint')}
          value={values.bot_key}
          error={problems.bot_key}
          onChange={(bot_key) => change({ bot_key })}
        />
      )}
      <TextInput
        data-autofocus
        name="system_name"
        label={t('MiniApps.form.name')}
        description={t('MiniApps.form.nameHint', { bot: bot?.bot_name ?? 'bot' })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values.system_name}
        error={problems.system_name}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => change({ system_name: event.currentTarget.value })}
      />
      <Textarea
        name="origins"
        label={t('MiniApps.form.origins')}
        description={t('MiniApps.form.originsHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="https://shop.example.com"
        value={values.origins}
        error={problems.origins}
        rows={4}
        maxLength={6_000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => change({ origins: event.currentTarget.value })}
      />
      <FormFailure code={failure?.code ?? null} detail={failure?.words ?? ''} />
      <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
        {children}
        <Button type="submit" loading={state === 'busy'}>
          {submit}
        </Button>
      </Flex>
    </form>
  );
}
