import { type CampaignVariants, type VariantName, variantNames } from './campaign-variants.ts';
import type { CampaignMessage } from './campaigns.ts';
import type { MessageButton } from './messages.ts';
import { textOfLink, trackableLinks } from './tracked-links.ts';

interface Versions {
  message: CampaignMessage;
  variants: CampaignVariants;
}

interface Version {
  variant: VariantName;
  /** '' is the default. */
  language: string;
  message: CampaignMessage;
}

const listVariants = ({ message, variants }: Versions) => [
  { message, languages: variants.languages },
  ...variants.others,
];

/** The names of the variants of a campaign, A first. */
export const listVariantNames = ({ others }: CampaignVariants): VariantName[] =>
  variantNames.slice(0, others.length + 1);

/** Percent of each variant; 0 or less for A where the others have all. */
export const computeShares = ({ others }: CampaignVariants): number[] => {
  const shares = others.map(({ share }) => share);
  return [100 - shares.reduce((sum, share) => sum + share, 0), ...shares];
};

/** Every message of a campaign, variant by variant, the default of each first. */
export const listVersions = (campaign: Versions): Version[] =>
  listVariants(campaign).flatMap(({ message, languages }, index) => {
    const variant = variantNames[index] ?? 'A';
    return [
      { variant, language: '', message },
      ...languages.map((one) => ({ variant, language: one.code, message: one.message })),
    ];
  });

/** The one that a user of a language gets: `pt-br`, else `pt`, else the default. Undefined: there is no such variant. */
export function versionFor(campaign: Versions, variant: VariantName, language: string): Version | undefined {
  const variantVersions = listVersions(campaign).filter((version) => version.variant === variant);
  const code = language.toLowerCase().replace('_', '-');
  for (const languageCode of [code, code.split('-')[0], '']) {
    const match = variantVersions.find((version) => version.language === languageCode);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** Buttons whose presses Telegram reports, in the order of the keyboard. */
export const buttonsWithData = ({ buttons }: Pick<CampaignMessage, 'buttons'>): MessageButton[] =>
  buttons.flat().filter((button) => button.callback_data !== undefined);

/** The message with the buttons of all its versions: those with the same data are one, named as in the first version. */
export function withAllButtons(campaign: Versions): CampaignMessage {
  const versions = listVersions(campaign);
  if (versions.length === 1) return campaign.message;
  const byData = new Map<string, MessageButton>();
  for (const button of versions.flatMap(({ message }) => buttonsWithData(message))) {
    const { callback_data: data = '' } = button;
    if (!byData.has(data)) byData.set(data, button);
  }
  return { ...campaign.message, buttons: [[...byData.values()]] };
}

/** More than a message has: a link is named by its message and its number within it. */
const linksOfMessage = 256;

/** The tracked links of all versions. `link` names one of them within the campaign. */
export const listTrackedLinks = (campaign: Versions) =>
  listVersions(campaign).flatMap(({ message }, index) =>
    message.track_links
      ? trackableLinks(message).map(({ link, place, url }) => ({
          ...{ link: index * linksOfMessage + link, place, url },
          text: textOfLink(message, link),
        }))
      : [],
  );

/** Returns the message that a link is in, and its number there. */
export const locateLink = (link: number): { message: number; link: number } => ({
  message: Math.floor(link / linksOfMessage),
  link: link % linksOfMessage,
});
