import type { ActionType } from '../words.ts';

/** One delivery as the law reads it. Times are Unix ms, money is in the currency's smallest unit. */
export interface Fact {
  /** Identity: equal for copies of one thing, different for different things. */
  key: string;
  /** Place among all deliveries: of copies, the one that came first counts. */
  position: number;
  receivedAt: number;
  time: number;
  kind: string;
  direction: 'in' | 'out';
  /** 0: nobody with an id. */
  userId: number;
  chatType: string;
  type: ActionType | '';
  isAction: boolean;
  /** Makes its user a bot user. */
  isContact: boolean;
  /** `/start` in the private chat, the Mini App opened by a link with a payload, or a list's source. */
  isLaunch: boolean;
  startPayload: string;
  params: Readonly<Record<string, string>>;
  /** Value of the bot's source parameter; '' = direct. */
  source: string;
  membership: 'blocked' | 'unblocked' | '';
  /** A command with its slash, a button's data, a called method, a hit's name, a conversion's target. */
  name: string;
  /** Whole text of a new message. */
  text: string;
  amount: number;
  currency: string;
  /** Telegram's number of the payment in a message. */
  charge: string;
  /** The user as shown; null where it shows none. */
  profile: Profile | null;
  /** Country of a location that the user shares; '' = in no country, null = no shared location. */
  country: string | null;
  /** Country of the user at a Mini App hit; '' = not known. */
  appCountry: string;
  /** Telegram client of a Mini App hit, with its version. */
  platform: string;
  version: string;
  /** The opening of the app; '' = not known. */
  launch: string;
}

export interface Profile {
  firstName: string;
  lastName: string;
  username: string;
  language: string;
  isPremium: boolean;
}

/** Returns the fact that every reader of a delivery begins with. */
export function blankFact(position: number, receivedAt: number, kind: string, key: string): Fact {
  return {
    key,
    position,
    receivedAt,
    time: receivedAt,
    kind,
    direction: 'in',
    userId: 0,
    chatType: '',
    type: '',
    isAction: false,
    isContact: false,
    isLaunch: false,
    startPayload: '',
    params: {},
    source: '',
    membership: '',
    name: '',
    text: '',
    amount: 0,
    currency: '',
    charge: '',
    profile: null,
    country: null,
    appCountry: '',
    platform: '',
    version: '',
    launch: '',
  };
}
