import { api, type Bot, type Connection, type ConnectionType, connectionTypes } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { refreshBot } from '../../../platform/session/bot-data.ts';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { keepConnection } from '../public/connection-data.ts';
import { Choices } from './choices.tsx';
import { ConnectionFields } from './connection-fields.tsx';
import { changeType, toDraft, toIncoming } from './draft.ts';
import { DraftFailure } from './draft-failure.tsx';
import { useDraft } from './use-draft.ts';

/** Changes how updates come in: the wizard's own questions, with what was answered before. */
export function ChangeDialog(props: { bot: Bot; connection: Connection; onClose: () => void }) {
  const { bot, connection, onClose } = props;
  const { t } = useTranslation();
  const form = useDraft({
    initial: toDraft(connection),
    needsToken: !connection.has_token,
    send: async (draft) => {
      keepConnection(bot.key, await call(api.setConnection, { params: { key: bot.key }, body: toIncoming(draft) }));
      await refreshBot(bot.key);
      showDone(t('Connection.changeDialog.done'));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  const type = form.draft.connection_type;
  return (
    <Dialog onClose={onClose} size="lg" title={t('Connection.changeDialog.title', { name: bot.bot_name })}>
      <form className={dialog.body} onSubmit={submit} noValidate>
        <Choices<ConnectionType>
          legend={t('AddBot.type.label')}
          value={type}
          choices={connectionTypes.map((value) => ({
            value,
            name: t(`AddBot.type.${value}`),
            text: t(`AddBot.type.${value}Short`),
          }))}
          onChoose={(newType) => form.change(changeType(form.draft, newType))}
        />
        {type !== 'api' && (
          <ConnectionFields
            key={type}
            form={form}
            botName={bot.bot_name}
            botKey={bot.key}
            hasToken={connection.has_token}
            hasSecret={connection.has_secret_token}
            withCalls={false}
          />
        )}
        <DraftFailure form={form} />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t(form.replaces ? 'Connection.over.save' : 'Connection.changeDialog.submit')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
