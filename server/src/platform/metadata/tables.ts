import type {
  AuditTable,
  GrantsTable,
  InvitationsTable,
  InvitationUsesTable,
  NewsReadTable,
  PasskeysTable,
  SharesTable,
} from './access-tables.ts';
import type {
  AccountsTable,
  AttemptsTable,
  CredentialsTable,
  KnownDevicesTable,
  MailedCodesTable,
  SessionsTable,
  SignUpsTable,
  VerificationsTable,
} from './account-tables.ts';
import type {
  AutomationRunsTable,
  AutomationSegmentsTable,
  AutomationSkipsTable,
  CampaignEndsTable,
} from './automation-tables.ts';
import type {
  AnnotationsTable,
  BotErrorsTable,
  BotsTable,
  HiddenCommandsTable,
  TargetsTable,
  UtmLinksTable,
} from './bot-tables.ts';
import type {
  ApiRequestsTable,
  CampaignControlGroupTable,
  CampaignFilePiecesTable,
  CampaignFilesTable,
  CampaignRecipientsTable,
  CampaignSendersTable,
  CampaignsTable,
  CampaignUserTimesTable,
  CampaignZonesTable,
} from './campaign-tables.ts';
import type { ErasedPeopleTable, ErasurePeopleTable, ErasuresTable } from './erasure-tables.ts';
import type { EventCursorsTable, EventMovesTable, EventServersTable } from './event-tables.ts';
import type { CustomFieldsTable } from './field-tables.ts';
import type {
  BotLeasesTable,
  DeadLeaseHoldersTable,
  InstancesTable,
  LeaseHoldersTable,
  ScheduledJobsTable,
  SettingsTable,
  WaitingUpdatesTable,
} from './instance-tables.ts';
import type { MailingSettingsTable, SubscriptionChangesTable, UnsubscribesTable } from './mailing-tables.ts';
import type { MessageFilesTable, MessagesTable, TakeoverSettingsTable, TakeoversTable } from './message-tables.ts';
import type { MailingExclusionsTable, ResponsibleColleaguesTable, UserNotesTable } from './note-tables.ts';
import type { NotificationsTable, OutboxTable } from './notification-tables.ts';
import type {
  KnownSiteVisitsTable,
  MiniAppLaunchesTable,
  PageErrorsTable,
  PageRecentHitsTable,
  PagesTable,
  SiteSaltsTable,
  SiteTicketsTable,
} from './page-tables.ts';
import type { PeopleViewsTable, SegmentsTable } from './people-tables.ts';
import type { UploadReportsTable, UploadsTable } from './upload-tables.ts';
import type { UserJobsTable, UserJobUndoTable } from './user-job-tables.ts';

export type { AccountsTable } from './account-tables.ts';
export type { BotErrorsTable, BotsTable, UtmLinksTable } from './bot-tables.ts';
export type { PeopleViewsTable } from './people-tables.ts';
export type { UploadsTable } from './upload-tables.ts';

/** Every table of the metadata store; `schema.sql` shows the same with types and indexes. */
export interface Tables {
  accounts: AccountsTable;
  credentials: CredentialsTable;
  sessions: SessionsTable;
  verifications: VerificationsTable;
  sign_ups: SignUpsTable;
  mailed_codes: MailedCodesTable;
  known_devices: KnownDevicesTable;
  attempts: AttemptsTable;
  settings: SettingsTable;
  instances: InstancesTable;
  lease_holders: LeaseHoldersTable;
  bot_leases: BotLeasesTable;
  dead_lease_holders: DeadLeaseHoldersTable;
  waiting_updates: WaitingUpdatesTable;
  event_cursors: EventCursorsTable;
  event_servers: EventServersTable;
  event_moves: EventMovesTable;
  bots: BotsTable;
  bot_errors: BotErrorsTable;
  hidden_commands: HiddenCommandsTable;
  notifications: NotificationsTable;
  outbox: OutboxTable;
  uploads: UploadsTable;
  upload_reports: UploadReportsTable;
  targets: TargetsTable;
  segments: SegmentsTable;
  custom_fields: CustomFieldsTable;
  people_views: PeopleViewsTable;
  annotations: AnnotationsTable;
  utm_links: UtmLinksTable;
  passkeys: PasskeysTable;
  grants: GrantsTable;
  invitations: InvitationsTable;
  invitation_uses: InvitationUsesTable;
  shares: SharesTable;
  audit: AuditTable;
  news_read: NewsReadTable;
  messages: MessagesTable;
  message_files: MessageFilesTable;
  pages: PagesTable;
  page_errors: PageErrorsTable;
  page_recent_hits: PageRecentHitsTable;
  mini_app_launches: MiniAppLaunchesTable;
  site_salts: SiteSaltsTable;
  site_tickets: SiteTicketsTable;
  known_site_visits: KnownSiteVisitsTable;
  takeovers: TakeoversTable;
  takeover_settings: TakeoverSettingsTable;
  erased_people: ErasedPeopleTable;
  erasures: ErasuresTable;
  erasure_people: ErasurePeopleTable;
  user_notes: UserNotesTable;
  responsible_colleagues: ResponsibleColleaguesTable;
  subscription_changes: SubscriptionChangesTable;
  unsubscribes: UnsubscribesTable;
  mailing_settings: MailingSettingsTable;
  mailing_exclusions: MailingExclusionsTable;
  user_jobs: UserJobsTable;
  user_job_undo: UserJobUndoTable;
  campaigns: CampaignsTable;
  campaign_recipients: CampaignRecipientsTable;
  campaign_control_group: CampaignControlGroupTable;
  campaign_user_times: CampaignUserTimesTable;
  campaign_zones: CampaignZonesTable;
  campaign_senders: CampaignSendersTable;
  api_requests: ApiRequestsTable;
  campaign_files: CampaignFilesTable;
  campaign_file_pieces: CampaignFilePiecesTable;
  automation_runs: AutomationRunsTable;
  automation_segments: AutomationSegmentsTable;
  automation_skips: AutomationSkipsTable;
  campaign_ends: CampaignEndsTable;
  scheduled_jobs: ScheduledJobsTable;
}
