import type { Bot, CountedField } from '@botscope/contract';
import { Box, Button, Flex, Text, TextInput } from '@mantine/core';
import { IconForms, IconPlus, IconRobot, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../platform/session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { fieldsQuery } from '../public/fields-data.ts';
import { UserFields } from '../public/user-fields.tsx';
import { ApiSample } from './api-sample.tsx';
import { FieldForm } from './field-form.tsx';
import { FieldTable } from './field-table.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** The values of one user by their ID, to see at once what the bot's code has sent. */
function UserLookup({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user } = useSearch({ from: '/layout/custom-fields' });
  const [idText, setIdText] = useState(user ?? '');
  const [isWrong, setWrong] = useState(false);
  if (!may(bot, 'section.users.list')) return null;
  const show = (event: FormEvent) => {
    event.preventDefault();
    const id = idText.trim();
    if (!isUserId(id)) return setWrong(true);
    void navigate({ to: '/custom-fields', search: (oldSearch) => ({ ...oldSearch, user: id }), replace: true });
  };
  return (
    <Section title={t('Fields.lookup.title')}>
      <Flex component="form" gap={8} wrap="wrap" align="flex-end" mb={16} onSubmit={show} noValidate>
        <TextInput
          name="user"
          label={t('Fields.lookup.id')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          value={idText}
          error={isWrong && t('Fields.lookup.wrong')}
          onChange={(event) => {
            setIdText(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <Button type="submit" variant="default">
          {t('Fields.lookup.show')}
        </Button>
      </Flex>
      {user !== undefined && isUserId(user) && <UserFields bot={bot} userId={Number(user)} />}
    </Section>
  );
}

const isUserId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);

/** Custom fields of the current bot, in which owners keep data about users. */
export function FieldsPage() {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  if (!bot || !may(bot, 'custom_fields.view')) {
    const reason = bot ? 'noAccess' : 'noBot';
    return (
      <Page title={t('Fields.title')}>
        <EmptyState
          icon={<IconRobot size={36} stroke={1.4} />}
          title={t(`Fields.${reason}.title`)}
          text={t(`Fields.${reason}.text`)}
        >
          {!bot && <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>}
        </EmptyState>
      </Page>
    );
  }
  return <Fields bot={bot} key={bot.key} />;
}

function Fields({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const query = useQuery(fieldsQuery(bot.key));
  const mayManage = may(bot, 'custom_fields.manage');
  const hasFields = query.data?.some(({ status }) => status === 'enabled') === true;
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => (
        <Link to="/custom-fields" search={(oldSearch) => ({ ...oldSearch, dialog: 'add' })} {...props} />
      )}
    >
      {t('Fields.add')}
    </Button>
  );
  const actions = (
    <>
      {hasFields && (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/custom-fields" search={(oldSearch) => ({ ...oldSearch, dialog: 'import' })} {...props} />
          )}
        >
          {t('Fields.import')}
        </Button>
      )}
      {add}
    </>
  );
  return (
    <Page title={t('Fields.title')} actions={mayManage && actions}>
      <Text c="dimmed" maw="80ch" mb={20}>
        {t('Fields.text')}
      </Text>
      <Loaded query={query} height={240}>
        {(fields) => (
          <>
            {fields.length > 0 ? (
              <Listed bot={bot} fields={fields} />
            ) : (
              <EmptyState
                icon={<IconForms size={36} stroke={1.4} />}
                title={t('Fields.empty.title')}
                text={t('Fields.empty.text')}
              >
                {mayManage && add}
              </EmptyState>
            )}
            <Box mt={16}>
              <ApiSample bot={bot} fields={fields} />
              {fields.length > 0 && <UserLookup bot={bot} />}
            </Box>
            <Dialogs bot={bot} fields={fields} />
          </>
        )}
      </Loaded>
      <LeaveGuard />
    </Page>
  );
}

/** Archived fields are folded away. */
function Listed({ bot, fields }: { bot: Bot; fields: readonly CountedField[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const archived = fields.filter(({ status }) => status === 'archived');
  const shownFields = isOpen ? fields : fields.filter(({ status }) => status !== 'archived');
  return (
    <>
      <FieldTable bot={bot} fields={shownFields} />
      {archived.length > 0 && !isOpen && (
        <Button variant="subtle" color="gray" mt={8} onClick={() => setOpen(true)}>
          {t('Fields.archived', { count: archived.length })}
        </Button>
      )}
    </>
  );
}

/** Dialog that the address opens over the list. */
function Dialogs({ bot, fields }: { bot: Bot; fields: readonly CountedField[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { field: key, dialog } = useSearch({ from: '/layout/custom-fields' });
  const close = () =>
    void navigate({
      to: '/custom-fields',
      search: (oldSearch) => ({ ...oldSearch, field: undefined, dialog: undefined }),
    });
  const readOnly = !may(bot, 'custom_fields.manage');
  if (dialog === 'import' && !readOnly) return <ImportDialog bot={bot} onClose={close} />;
  const isNew = dialog === 'add' && !readOnly;
  if (!isNew && key === undefined) return null;
  const field = fields.find((one) => one.key === key) ?? null;
  return (
    <Dialog onClose={close} title={t(isNew ? 'Fields.form.add' : 'Fields.form.edit')}>
      {isNew || field !== null ? (
        <FieldForm bot={bot} field={isNew ? null : field} readOnly={readOnly} onClose={close} />
      ) : (
        <p>{t('Fields.form.missing', { key })}</p>
      )}
    </Dialog>
  );
}
