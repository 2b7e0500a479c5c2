import { type Bot, maxUndoneUsers, type SegmentMembers } from '@botscope/contract';
import { Button, Flex, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FailureCode } from '../../../platform/api/api-error.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Note } from '../../../ui/words.tsx';
import { fieldsQuery } from '../../custom-fields/public/fields-data.ts';
import { readTyped, ValueInput } from '../../custom-fields/public/value-input.tsx';
import { GrownNotice } from './grown-notice.tsx';
import { startSettingField } from './jobs-data.ts';
import { useStart } from './use-start.ts';

interface SetFieldDialogProps {
  bot: Bot;
  members: SegmentMembers;
  count: number;
  onClose(): void;
  onStarted(): void;
}

const ofValue: readonly FailureCode[] = ['WrongFieldType', 'FieldOutOfRange', 'FieldNotEnabled'];

/** One value for one custom field of all selected users; nothing clears it. */
export function SetFieldDialog({ bot, members, count: shownCount, onClose, onStarted }: SetFieldDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(fieldsQuery(bot.key));
  const fields = data?.filter(({ status }) => status === 'enabled') ?? [];
  const [selectedKey, setSelectedKey] = useState('');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { count, before, busy, run } = useStart(bot.key, members, shownCount, onStarted);
  const field = fields.find(({ key }) => key === selectedKey) ?? fields[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!field) return;
    const to = { field: field.key, value: readTyped(field, text) };
    void run(
      (users) => startSettingField(bot.key, users, to),
      (code) => {
        if (!ofValue.includes(code)) return false;
        setProblem(failureText(code));
        return true;
      },
    );
  };
  const change = (newText: string) => {
    setText(newText);
    setProblem(null);
  };
  return (
    <Dialog title={t('Jobs.field.title', { count, number: format.number(count) })} onClose={onClose}>
      {field ? (
        <form onSubmit={submit} noValidate>
          <Stack gap={16}>
            <NativeSelect
              label={t('Jobs.field.field')}
              value={field.key}
              data={fields.map(({ key, name }) => ({ value: key, label: name }))}
              onChange={(event) => {
                setSelectedKey(event.currentTarget.value);
                change('');
              }}
            />
            <div>
              <ValueInput
                key={field.key}
                field={field}
                text={text}
                error={problem}
                label={t('Jobs.field.value')}
                onChange={change}
              />
              <Note>{t('Jobs.field.clears')}</Note>
            </div>
            <Note>{t(count > maxUndoneUsers ? 'Jobs.field.hintMany' : 'Jobs.field.hint')}</Note>
            <GrownNotice before={before} now={count} />
            <Flex gap={8} wrap="wrap" justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('General.Cancel')}
              </Button>
              <Button type="submit" loading={busy}>
                {t(text.trim() === '' ? 'Jobs.field.clear' : 'Jobs.field.submit')}
              </Button>
            </Flex>
          </Stack>
        </form>
      ) : (
        data && (
          <p>
            {t('Jobs.field.none')}{' '}
            <TextLink to="/custom-fields" search={{ dialog: 'add' }}>
              {t('Jobs.field.noneLink')}
            </TextLink>
          </p>
        )
      )}
    </Dialog>
  );
}
