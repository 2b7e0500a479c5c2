import type { CampaignVariants, CampaignVersion } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { languageName } from './language-name.ts';

type NamedVersion = Pick<CampaignVersion, 'variant'> & { language: string | null };

/** `Variant B · Russian`; the variant is left out where there is one alone, and a language that is not known yet. */
export function useVersionName(variants: CampaignVariants): (version: NamedVersion) => string {
  const { t, i18n } = useTranslation();
  return ({ variant, language }) => {
    const variantName = variants.others.length === 0 ? '' : t('CampaignVariants.variant', { name: variant });
    if (language === null) return variantName;
    const name = language === '' ? t('CampaignVariants.editor.default') : languageName(language, i18n.language);
    return variantName === '' ? name : `${variantName} · ${name}`;
  };
}
