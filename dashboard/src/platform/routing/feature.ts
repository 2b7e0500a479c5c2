import type { Account, Bot, PermissionKey } from '@botscope/contract';
import type { Icon } from '@tabler/icons-react';
import type { RegisteredRouter } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { type ComponentType, createContext, use } from 'react';

/** The manifest of a feature, in its `feature.ts`: what it adds to the dashboard besides its routes (`routes.ts`). */
export interface Feature {
  /** Entries of the side menu, the palette and the pins. */
  pages?: readonly PageEntry[];
  /** Folded groups of the side menu. */
  menuGroups?: readonly MenuGroupEntry[];
  /** Sections of a bot's page. */
  botTabs?: readonly BotTab[];
  /** Sections of the profile. */
  profileTabs?: readonly ProfileTab[];
  /** Sections beside a user's conversation. */
  userSections?: readonly UserSection[];
  /** Content below a user's conversation, such as a field to write in. */
  userComposer?: UserPart;
  /** Removes what the feature keeps in the browser for the account. */
  forget?(): void;
}

/** Paths without parameters. */
export type PagePath = Exclude<keyof RegisteredRouter['routesByPath'], `${string}$${string}` | ''>;

export interface MenuReader {
  isSignedIn: boolean;
  bot: Bot;
  demo: boolean;
}

export interface PageEntry {
  to: PagePath;
  /** Position among the others; groups ignore it. */
  order: number;
  label(t: TFunction): string;
  /** Name outside its group; the label unless given. */
  title?(t: TFunction): string;
  icon?: Icon;
  isVisible(reader: MenuReader): boolean;
  /** True where the page works before the first bot. */
  withoutBot?: boolean;
  /** True where period, comparison and filter go along to the page. */
  keepsQuestion?: boolean;
  /** Addresses that the entry covers besides its own. */
  covers?: RegExp;
}

export interface MenuGroupEntry {
  id: string;
  /** Groups of reports stand below a caption of their own. */
  section: 'pages' | 'reports';
  /** Among the groups of its section; 0 unless given. */
  order?: number;
  label(t: TFunction): string;
  icon?: Icon;
  /** `reports` stands for those that name this group (charts/prepare/report-looks.ts). */
  items: readonly (PageEntry | 'reports')[];
}

interface Tab {
  /** In the address as `?tab=`; the first one is the default. */
  id: string;
  order: number;
  label(t: TFunction): string;
}

export interface BotTab extends Tab {
  /** Permission needed to open it; null: any access to the bot. */
  needs: PermissionKey | null;
  /** True where `settings.edit` is needed to change anything: without it a notice says so. */
  editable?: boolean;
  /** True while the tab asks for attention. */
  isMarked?(bot: Bot): boolean;
  component: ComponentType<{ bot: Bot }>;
}

export interface ProfileTab extends Tab {
  component: ComponentType<{ user: Account; emailCode: string | undefined }>;
}

export type UserPartProps = { bot: Bot; userId: number };
export type LoadUserPart = () => Promise<{ default: ComponentType<UserPartProps> }>;

/** A part of the page of one user. */
export interface UserPart {
  /** Permission needed to see it. */
  needs: PermissionKey;
  load: LoadUserPart;
}

export interface UserSection extends UserPart {
  id: string;
  order: number;
}

/** The features of this build, for pages that show parts of several. */
export const FeaturesContext = createContext<readonly Feature[]>([]);

export const useFeatures = (): readonly Feature[] => use(FeaturesContext);

/** The entries of all features, in their order. */
export const inOrder = <Entry extends { order: number }>(lists: readonly (readonly Entry[] | undefined)[]): Entry[] =>
  lists.flatMap((list) => list ?? []).sort((one, other) => one.order - other.order);
