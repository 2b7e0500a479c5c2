import type { CampaignMessage } from '@botscope/contract';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './editor.module.css';

interface LinkPreviewFieldsProps {
  message: CampaignMessage;
  onChange(part: Pick<CampaignMessage, 'disable_preview' | 'link_preview'>): void;
}

const looks = ['auto', 'small', 'large', 'off'] as const;

/** Fields for the link that Telegram previews below the text, and the size of the preview. */
export function LinkPreviewFields({ message, onChange }: LinkPreviewFieldsProps) {
  const { t } = useTranslation();
  const { disable_preview, link_preview: preview = {} } = message;
  const look = disable_preview ? 'off' : (preview.size ?? 'auto');
  const write = (part: NonNullable<CampaignMessage['link_preview']>, isOff = false) => {
    const { url, size, above_text } = { ...preview, ...part };
    const next = { ...(url && { url }), ...(size && { size }), ...(above_text && { above_text }) };
    onChange({ disable_preview: isOff, link_preview: Object.keys(next).length === 0 ? undefined : next });
  };
  return (
    <fieldset className={classes.group}>
      <NativeSelect
        label={t('CampaignContent.preview.label')}
        value={look}
        data={looks.map((value) => ({ value, label: t(`CampaignContent.preview.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          write({ size: value === 'small' || value === 'large' ? value : undefined }, value === 'off')
        }
      />
      {look !== 'off' && (
        <>
          <TextInput
            label={t('CampaignContent.preview.url')}
            description={t('CampaignContent.preview.urlHint')}
            placeholder="https://"
            maxLength={2_048}
            value={preview.url ?? ''}
            onChange={(event) => write({ url: event.currentTarget.value.trim() })}
          />
          <Checkbox
            label={t('CampaignContent.preview.above')}
            checked={preview.above_text === true}
            onChange={(event) => write({ above_text: event.currentTarget.checked })}
          />
        </>
      )}
    </fieldset>
  );
}
