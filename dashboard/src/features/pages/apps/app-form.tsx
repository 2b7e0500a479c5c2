import { SystemName } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { problemText } from '../../../ui/field-errors.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import type { FormProps } from '../data/page-kind.ts';
import { describeProblem } from '../form/address-lines.ts';
import { PageForm } from '../form/page-form.tsx';
import type { AppTypes } from './app-kind.ts';
import { parseOrigins } from './origins.ts';

interface FormValues {
  bot_key: string;
  system_name: string;
  /** One a line. */
  origins: string;
}

/** A link to the app names it as well. */
const nameIn = (text: string): string => /\bt\.me\/\w+\/(\w+)/.exec(text)?.[1] ?? text.trim();

/** Bot, system name and allowed origins of a Mini App. */
export function AppForm({ page, owner, send, ...form }: FormProps<AppTypes>) {
  const { t } = useTranslation();
  const draft = useDraft<FormValues>({
    saved: {
      bot_key: owner.key,
      system_name: page?.system_name ?? '',
      origins: page?.origins.join('\n') ?? '',
    },
    schema: null,
    check: ({ system_name, origins }) => {
      const problem = describeProblem(t, 'App', parseOrigins(origins));
      const isWrongName = !z.safeParse(SystemName, nameIn(system_name)).success;
      return {
        ...(isWrongName && {
          system_name:
            system_name.trim() === '' ? problemText(t, { code: 'RequiredFields' }) : t('PageListApp.form.wrongName'),
        }),
        ...(problem !== undefined && { origins: problem }),
      };
    },
    places: { InvalidField: 'origins', NotFound: 'bot_key', AccessDenied: 'bot_key' },
    send: ({ bot_key, system_name, origins }) =>
      send(bot_key, { system_name: nameIn(system_name), origins: parseOrigins(origins).addresses }),
  });
  const { values, problems, change } = draft;
  return (
    <PageForm
      {...form}
      page={page}
      kind="App"
      draft={draft}
      name={{
        ...{ name: 'system_name', value: values.system_name, error: problems.system_name, maxLength: 200 },
        ...{ autoCapitalize: 'none', spellCheck: false },
        onChange: (event) => change({ system_name: event.currentTarget.value }),
      }}
      addresses={{
        ...{ name: 'origins', value: values.origins, error: problems.origins },
        ...{ placeholder: 'https://shop.example.com', rows: 4 },
        onChange: (event) => change({ origins: event.currentTarget.value }),
      }}
    />
  );
}
