import { api, type TokenCheck } from '@botscope/contract';
import { Button, PasswordInput, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { BotAvatar } from '../../../ui/bot-avatar.tsx';
import { problemText } from '../../../ui/field-errors.ts';
import { looksLikeToken } from './draft.ts';
import classes from './fields.module.css';
import type { DraftForm } from './use-draft.ts';

export interface TokenFieldProps {
  form: DraftForm;
  botName: string;
  check: TokenCheck | null;
  onCheck: (check: TokenCheck | null) => void;
}

/** Takes the token and says at once which bot it opens and what that bot does now. */
export function TokenField({ form, botName, check, onCheck }: TokenFieldProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const latest = useRef<AbortController | null>(null);
  const ask = async (token: string) => {
    latest.current?.abort();
    const controller = new AbortController();
    latest.current = controller;
    setBusy(true);
    onCheck(null);
    try {
      const body = { token: token.trim(), bot_name: botName };
      const tokenCheck = await call(api.checkToken, { body, signal: controller.signal });
      if (!controller.signal.aborted) onCheck(tokenCheck);
    } catch (error) {
      if (!controller.signal.aborted) form.refuse(error);
    } finally {
      if (!controller.signal.aborted) setBusy(false);
    }
  };
  const { first } = form;
  useEffect(() => {
    first.current = check ? null : () => isBusy || ask(form.draft.token);
    return () => {
      first.current = null;
    };
  });
  const type = (token: string) => {
    form.change({ token });
    onCheck(null);
    if (looksLikeToken(token)) void ask(token);
  };
  return (
    <>
      <div className={classes.inline}>
        <PasswordInput
          label={t('Connection.token.label')}
          description={t('Connection.token.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="token"
          autoComplete="off"
          spellCheck={false}
          placeholder="123456789:AAE…"
          data-autofocus
          value={form.draft.token}
          error={form.errors.token && problemText(t, { code: form.errors.token })}
          onChange={(event) => type(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('Connection.token.show') }}
        />
        <Button
          variant="default"
          className={classes.beside}
          loading={isBusy}
          disabled={form.draft.token.trim() === ''}
          onClick={() => ask(form.draft.token)}
        >
          {t('Connection.token.check')}
        </Button>
      </div>
      <div role="status">{check && <FoundBot check={check} />}</div>
    </>
  );
}

function FoundBot({ check }: { check: TokenCheck }) {
  const { t } = useTranslation();
  const { username, first_name: name, webhook, pending_update_count: count } = check;
  return (
    <div className={classes.bot}>
      <BotAvatar name={username} size={36} />
      <div>
        <Text fz="md" fw={500}>
          {t('Connection.token.is', { name, username })}
        </Text>
        <p>{webhook ? t('Connection.token.hasWebhook', { url: webhook }) : t('Connection.token.noWebhook')}</p>
        {count > 0 && <p>{t('Connection.token.pending', { count })}</p>}
      </div>
    </div>
  );
}
