/** Key permissions, as the permissions screen lists them. An owner has all. */
export const reportPermissions = [
  'event_stat',
  'refusal',
  'count_users',
  'sessions',
  'web_sessions',
  'avg_duration_session',
  'avg_events_session',
  'utm_summary',
  'utm_charts',
  'gender',
  'premium',
  'users_graph',
  'sum_income',
  'retention',
  'conversions_list',
  'conversions_chart_summary',
  'conversions_summary',
  'audience',
  'user_commands_stat',
] as const;

export const permissionKeys = [
  'report.view',
  ...reportPermissions.map((key) => `report.${key}` as const),
  'permissions.manage',
  'section.users.list',
  'section.users.export',
  'section.users.chat.view',
  'section.users.messages.send',
  'settings.view',
  'settings.edit',
  'communication.files.get',
  'communication.messages.preview',
  'communication.broadcast.send',
  'communication.broadcast.schedule',
  'communication.broadcast.cancel',
  'communication.broadcast.status',
  'errors.view',
  'secure.view',
  'secure.manage',
  'convers.view',
  'convers.manage',
  'tasker.task.create',
  'tasker.task.view',
  'tasker.task.update',
  'tasker.run_test',
  'tasker.campaign.run',
  'tasker.campaign.stop',
  'tasker.list.save',
  'tasker.list.delete',
  'tasker.users.list',
  'custom_fields.view',
  'custom_fields.manage',
  'storage.upload',
  'integrations.view',
  'integrations.manage',
  'webapp.view',
  'webapp.manage',
] as const;
export type PermissionKey = (typeof permissionKeys)[number];

/** What a route demands on the bot that its path names (`{key}`): a permission, or (`member`) anything at all. */
export type BotAccess = PermissionKey | 'member';

/**
 * Who may call a route: anyone; a signed-in account; an account with rights on the bot that the path names; a bot by
 * its API key; the machine's operator by the local secret.
 */
export type Access = 'visitor' | 'account' | 'bot' | 'operator' | BotAccess;
