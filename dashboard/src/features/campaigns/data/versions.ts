import {
  type CampaignMessage,
  type CampaignVariants,
  type CampaignVersion,
  countMessages,
  listVariantNames,
  listVersions,
  type VariantName,
  variantNames,
} from '@botscope/contract';
import type { DraftValues } from './draft.ts';

type Values = Pick<DraftValues, 'message' | 'variants'>;

export const defaultVersion: CampaignVersion = { variant: 'A', language: '' };

/** The version that an address names, or the nearest that there is. */
export function findVersion(values: Values, target: { variant?: string; language?: string }): CampaignVersion {
  const all = listVersions(values);
  const variant = listVariantNames(values.variants).find((name) => name === target.variant) ?? 'A';
  const language = all.find((each) => each.variant === variant && each.language === target.language)?.language ?? '';
  return { variant, language };
}

export const isSameVersion = (one: CampaignVersion, other: CampaignVersion): boolean =>
  one.variant === other.variant && one.language === other.language;

/** The message of a version that there is. */
export const findMessage = (values: Values, version: CampaignVersion): CampaignMessage =>
  listVersions(values).find((each) => isSameVersion(each, version))?.message ?? values.message;

/** The most messages that a user gets: as many as an album has files. */
export const messagesEach = (values: Values): number =>
  Math.max(...listVersions(values).map(({ message }) => countMessages(message)));

type Part = Pick<CampaignVariants['others'][number], 'message' | 'languages'>;

/** Changes a variant: its default message and its languages. */
function changeVariant(values: Values, variant: VariantName, change: (part: Part) => Part): Values {
  const { message, variants } = values;
  if (variant === 'A') {
    const next = change({ message, languages: variants.languages });
    return { message: next.message, variants: { ...variants, languages: next.languages } };
  }
  const otherVariants = variants.others.map((other, index) =>
    variantNames[index + 1] === variant ? { ...other, ...change(other) } : other,
  );
  return { message, variants: { ...variants, others: otherVariants } };
}

/** Returns the values with parts of one version's message changed. */
export function withMessage(values: Values, version: CampaignVersion, part: Partial<CampaignMessage>): Values {
  const { variant, language } = version;
  return changeVariant(values, variant, ({ message, languages }) =>
    language === ''
      ? { message: { ...message, ...part }, languages }
      : {
          message,
          languages: languages.map((each) =>
            each.code === language ? { ...each, message: { ...each.message, ...part } } : each,
          ),
        },
  );
}

/** One more language of a variant, which begins as a copy of its default message. */
export const addLanguage = (values: Values, variant: VariantName, code: string): Values =>
  changeVariant(values, variant, ({ message, languages }) => ({
    message,
    languages: [...languages, { code, message }],
  }));

export const removeLanguage = (values: Values, { variant, language }: CampaignVersion): Values =>
  changeVariant(values, variant, ({ message, languages }) => ({
    message,
    languages: languages.filter(({ code }) => code !== language),
  }));

/** Equal share of each variant from B on, percent. */
const equalShare = (variants: number): number => Math.floor(100 / variants);

/** One more variant, a copy of A with its languages. All get equal shares. */
export function addVariant({ message, variants }: Values): Values {
  const share = equalShare(variants.others.length + 2);
  const otherVariants = [...variants.others, { share, message, languages: variants.languages }];
  return { message, variants: { ...variants, others: otherVariants.map((other) => ({ ...other, share })) } };
}

export function removeVariant({ message, variants }: Values, variant: VariantName): Values {
  const otherVariants = variants.others.filter((_, index) => variantNames[index + 1] !== variant);
  const share = equalShare(otherVariants.length + 1);
  return {
    message,
    variants: {
      ...variants,
      others: otherVariants.map((other) => ({ ...other, share })),
      test: otherVariants.length === 0 ? null : variants.test,
    },
  };
}
