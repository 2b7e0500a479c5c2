import { type Bot, type Website, WebsiteName, type WebsiteOptions } from '@botscope/contract';
import { Button, Flex, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import dialog from '../../../ui/dialog.module.css';
import { problemText } from '../../../ui/field-errors.ts';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { BotField } from '../../mini-apps/public/bot-field.tsx';
import { useLinkRules } from '../data/use-link-rules.ts';
import type { WebsiteDraft } from '../data/websites-data.ts';
import { readDomains } from './domains.ts';
import { OptionFields } from './option-fields.tsx';

interface FormValues extends Omit<WebsiteOptions, 'link_mode'> {
  bot_key: string;
  name: string;
  /** One a line. */
  domains: string;
  /** '' = what suits the rules of the bot. */
  link_mode: WebsiteOptions['link_mode'] | '';
}

interface WebsiteFormProps {
  /** Bots that a new website may belong to; that of an existing one. */
  bots: readonly Bot[];
  /** Undefined for a new one, which belongs to the first bot unless another one is chosen. */
  site?: Website;
  owner: Bot;
  submit: string;
  /** @throws ApiError */
  send(bot: string, draft: WebsiteDraft): Promise<void>;
  /** Once nothing is unsaved any more: before that a page that is left would ask. */
  onSaved?: () => void;
  /** Beside the button that sends. */
  children?: ReactNode;
}

const defaultOptions = {
  ...({ link_mode: '', decorate_links: { payload: false }, consent: 'auto', gpc: 'tickets' } as const),
  know_users: false,
};

/** Bot, name, domains and options of a website. */
export function WebsiteForm({ bots, site, owner, submit, send, onSaved, children }: WebsiteFormProps) {
  const { t } = useTranslation();
  const draft = useDraft<FormValues>({
    saved: {
      ...{ bot_key: owner.key, name: site?.name ?? '', domains: site?.domains.join('\n') ?? '' },
      ...(site?.options ?? defaultOptions),
    },
    schema: null,
    check: ({ name, domains: text }) => {
      const { domains, wrongLine, isTooMany } = readDomains(text);
      const required = problemText(t, { code: 'RequiredFields' });
      return {
        ...(!z.safeParse(WebsiteName, name).success && { name: required }),
        ...(domains.length === 0 && { domains: required }),
        ...(isTooMany && { domains: t('Websites.form.tooManyDomains') }),
        ...(wrongLine !== null && { domains: t('Websites.form.wrongDomain', { line: wrongLine }) }),
      };
    },
    places: { InvalidField: 'domains', NotFound: 'bot_key', AccessDenied: 'bot_key' },
    send: ({ bot_key, name, domains, link_mode, ...options }) =>
      send(bot_key, {
        ...{ name: name.trim(), domains: readDomains(domains).domains },
        options: { ...options, link_mode: link_mode || usualMode },
      }),
  });
  const { values, problems, failure, state, change } = draft;
  const bot = bots.find(({ key }) => key === values.bot_key);
  const rules = useLinkRules(bot);
  const usualMode = rules !== null && rules.type !== 'auto' ? 'readable' : 'ticket';
  useEffect(() => {
    if (state === 'saved') onSaved?.();
  }, [state, onSaved]);
  return (
    <form {...draft.form} className={dialog.body}>
      {site === undefined && (
        <BotField
          bots={bots}
          label={t('Websites.form.bot')}
          hint={t('Websites.form.botHint')}
          value={values.bot_key}
          error={problems.bot_key}
          onChange={(bot_key) => change({ bot_key })}
        />
      )}
      <TextInput
        data-autofocus
        name="name"
        label={t('Websites.form.name')}
        description={t('Websites.form.nameHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values.name}
        error={problems.name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        name="domains"
        label={t('Websites.form.domains')}
        description={t('Websites.form.domainsHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="example.com"
        value={values.domains}
        error={problems.domains}
        rows={3}
        maxLength={6_000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => change({ domains: event.currentTarget.value })}
      />
      <Stack gap={20} mt={8}>
        <OptionFields
          bot={bot}
          rules={rules}
          values={{ ...values, link_mode: values.link_mode || usualMode }}
          change={change}
        />
      </Stack>
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
