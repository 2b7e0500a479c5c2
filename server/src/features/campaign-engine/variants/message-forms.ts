import {
  type CampaignMessage,
  type CampaignVariants,
  listVariables,
  listVersions,
  type TemplateValues,
  type TemplateVariable,
  type VariantName,
  variantNames,
  versionFor,
} from '@botscope/contract';
import { createCampaignMedia } from '../delivery/campaign-media.ts';
import type { Sending } from '../delivery/send-recipient.ts';
import type { CampaignFileSource } from '../engine-deps.ts';

/** Different users, with no delivery between them, whose faults are the message's. */
const usersOfFault = 3;

/** One of a campaign's messages while it is sent. */
export interface MessageForm extends Omit<Sending, 'footer' | 'isPaid'> {
  /** Number among all messages of the campaign, from 0: see `versionsOf`. */
  number: number;
  /** Index. */
  variant: number;
  /** '' is the default. */
  language: string;
  /** `B, ru`, as a failure names it; '' where there is no other message. */
  name: string;
  /** Sends; while Telegram does not have the file, one message after the other. */
  afterUpload<Result>(send: () => Promise<Result>): Promise<Result>;
  /** Notes that a message of this user was refused for what is in it. True: the campaign must stop. */
  blame(userId: number): boolean;
  /** A message arrived. */
  clear(): void;
}

export interface MessageForms {
  all: readonly MessageForm[];
  /** Variables that must be known of recipients. */
  variables: readonly TemplateVariable[];
  /** The message of a user: in their language, as it is known now. */
  of(variant: number, values: TemplateValues | undefined): MessageForm;
}

/** The messages of a campaign, by variant and language. */
export function createMessageForms(
  bot: string,
  campaign: { message: CampaignMessage; variants: CampaignVariants },
  files: CampaignFileSource,
): MessageForms {
  const versions = listVersions(campaign);
  const forms = new Map(
    versions.map(({ variant, language, message }, number) => [
      toFormKey(variant, language),
      createForm(bot, { number, variant, language, message, isOnly: versions.length === 1 }, files),
    ]),
  );
  const all = [...forms.values()];
  const [first] = all;
  if (first === undefined) throw new Error('a campaign has a message');
  const variableNames = new Set(all.flatMap(({ variables }) => variables));
  if (all.some(({ language }) => language !== '')) variableNames.add('language');
  return {
    all,
    variables: [...variableNames],
    of(variant, values) {
      const version = versionFor(campaign, variantNames[variant] ?? 'A', values?.('language') ?? '');
      return (version && forms.get(toFormKey(version.variant, version.language))) ?? first;
    },
  };
}

const toFormKey = (variant: VariantName, language: string): string => `${variant} ${language}`;

interface FormOptions {
  number: number;
  variant: VariantName;
  language: string;
  message: CampaignMessage;
  isOnly: boolean;
}

function createForm(bot: string, options: FormOptions, files: CampaignFileSource): MessageForm {
  const { number, variant, language, message, isOnly } = options;
  const media = createCampaignMedia(files, bot, message);
  const blamed = new Set<number>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    message,
    number,
    variables: listVariables(message),
    media,
    variant: variantNames.indexOf(variant),
    language,
    name: isOnly ? '' : [variant, language].filter(Boolean).join(', '),
    afterUpload(send) {
      if (media === null || media.isProven()) return send();
      const sendResult = last.then(send);
      last = sendResult.catch(() => undefined);
      return sendResult;
    },
    blame(userId) {
      blamed.add(userId);
      return blamed.size >= usersOfFault;
    },
    clear: () => blamed.clear(),
  };
}
