import { LanguageCode } from '@botscope/contract';
import { Button, Flex, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import dialogClasses from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { languageName, offeredLanguages } from '../../../shared/language-name.ts';

interface LanguageDialogProps {
  /** Codes that there are already. */
  used: readonly string[];
  onAdd(code: string): void;
  onClose(): void;
}

const otherCode = '-';

/** Asks for which language a version is added. */
export function LanguageDialog({ used, onAdd, onClose }: LanguageDialogProps) {
  const { t, i18n } = useTranslation();
  const offered = offeredLanguages.filter((code) => !used.includes(code));
  const [selectedCode, setSelectedCode] = useState<string>(offered[0] ?? otherCode);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const isOther = selectedCode === otherCode;
  const add = () => {
    const code = isOther ? text.trim().toLowerCase().replace('_', '-') : selectedCode;
    if (used.includes(code)) return setProblem(t('CampaignVariants.editor.languageUsed'));
    if (!z.safeParse(LanguageCode, code).success) return setProblem(t('General.ErrorsText.InvalidField'));
    onAdd(code);
  };
  return (
    <Dialog title={t('CampaignVariants.editor.addLanguage')} onClose={onClose}>
      <form
        noValidate
        className={dialogClasses.body}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <p>{t('CampaignVariants.editor.languageHint')}</p>
        <NativeSelect
          data-autofocus
          label={t('CampaignVariants.editor.language')}
          value={selectedCode}
          data={[
            ...offered.map((code) => ({ value: code, label: languageName(code, i18n.language) })),
            { value: otherCode, label: t('CampaignVariants.editor.otherLanguage') },
          ]}
          onChange={(event) => setSelectedCode(event.currentTarget.value)}
        />
        {isOther && (
          <TextInput
            label={t('CampaignVariants.editor.code')}
            description={t('CampaignVariants.editor.codeHint')}
            value={text}
            maxLength={12}
            error={problem}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
        )}
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit">{t('CampaignVariants.editor.add')}</Button>
        </Flex>
      </form>
    </Dialog>
  );
}
