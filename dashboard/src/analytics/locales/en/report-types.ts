/** Every report by its title. */
export const titles = {
  new_users: 'New users',
  left_users: 'Users who left',
  return_users: 'Returned users',
  visitors: 'Visitors',
  active_users: 'Active users',
  messages_from_user: 'Received messages',
  event_stat: 'Events',
  session_count: 'Sessions',
  avg_duration_session: 'Average session duration',
  avg_events_session: 'Actions per session',
  rejection: 'Bounce rate',
  count_users: 'All users',
  users_graph: 'Growth',
  retention: 'Retention',
  user_commands_stat: 'Commands and buttons',
  activity_hours: 'Activity by hour',
  audience: 'Audience',
  gender: 'Gender',
  premium: 'Premium',
  utm_summary: 'UTM summary',
  utm_charts: 'UTM over time',
  conversion_summary: 'Conversions by target',
  conversions_summary: 'Conversions',
  conversions_chart_summary: 'Targets over time',
  conversion_sources: 'Conversions by source',
  sum_income: 'Income',
  web_sessions: 'App sessions',
  app_session_source: 'App sessions by source',
  app_session_device: 'App sessions by device',
  app_session_version: 'App sessions by version',
  site_sessions: 'Website sessions',
  site_session_source: 'Website sessions by source',
  site_page: 'Website pages',
  site_session_device: 'Website sessions by device',
  site_session_country: 'Website sessions by country',
};

/** Definitions of the reports: how each is counted. */
export const definitions = {
  new_users: 'Users whose first contact with the bot was in the period. Each user is new only once.',
  left_users:
    'Users who blocked the bot in the period. Users that the bot can no longer message (blocked or deleted account) also count as left from that moment.',
  return_users: 'Users who had left and came back: they unblocked the bot or were active again.',
  visitors: 'Unique users with at least one action in the period.',
  active_users:
    'Active: unique users with at least one action in the day, week or month. Rolling: the same over the last 1, 7 or 30 days. Stickiness: average daily users as a share of monthly users; the higher it is, the more often users return.',
  messages_from_user: 'The number of actions, by kind: text, commands, buttons, photos, payments and so on.',
  event_stat:
    'All recorded incoming and outgoing events by type: Telegram updates, bot calls, Mini App hits, API conversions. Includes events without a user.',
  session_count: 'Sessions that start in the period, even if they end later.',
  avg_duration_session:
    'Time from the first to the last action, averaged over sessions that start in the period. A session with one action lasts 0 seconds. Half of the sessions are shorter than the median.',
  avg_events_session: 'The average number of actions in sessions that start in the period.',
  rejection: 'The share of sessions that start in the period and have exactly one action.',
  count_users:
    'All users the bot has had by the end of each period. Current users are those who have not left; share is their percentage. Periods in the future have no value.',
  users_graph:
    'Current users at the end of each period: the previous period’s, plus new and returned, minus left. Every departure counts: a user who leaves twice counts once in the report on left users and twice here. Periods in the future have no value.',
  retention:
    'Each row is a cohort: users who were new in one day, week or month. Each cell is the share of them with at least one action in that following period; period 0 is the one in which they joined. A cohort holds the users who were new within the selected dates; later periods are whole calendar ones. A period that is not over is marked and not in the average. Up to 31 days, 27 weeks or 25 months are shown.',
  user_commands_stat:
    'How often each command and button was used: the ten most used and all others together. A command is the first word of a message that starts with a slash. Arguments and the bot’s name are ignored.',
  activity_hours: 'Actions by day of the week and hour of the day, added up over the whole period.',
  audience:
    'Visitors in the period, grouped by profile data. Language and Premium come from the latest profile sent by Telegram; country is the region of the language (pt-br is Brazil), which most users do not have.',
  gender: 'Visitors in the period by gender.',
  premium: 'Visitors in the period with and without Telegram Premium, from the latest profile sent by Telegram.',
  utm_summary:
    'Each row is a value of the launch parameter. Launches: launches in the period with this value, regardless of the model. New, visitors, left: unique users in the period who belong to the value. Current: its users who have not left by the end of the period. Conversions and income: those in the period that belong to it.',
  utm_charts:
    'One measure of the UTM summary over time, a line per value: the ten values with the most, and the rest together.',
  conversion_summary:
    'Each row is a target. Conversions: how often it was reached in the period. Users: unique users who reached it. An event counts once per target. New targets include past events.',
  conversions_summary: 'All targets together: how often any of them was reached and by how many unique users.',
  conversions_chart_summary: 'How often each target was reached.',
  conversion_sources:
    'Conversions in the period, by the user’s source at the moment of the conversion. A conversion before the user’s first launch is direct.',
  sum_income:
    'Total value of conversions and Telegram purchases. A target’s value is set in its settings or sent with the event. Each payment counts once, even if Telegram reports it twice.',
  web_sessions: 'Mini App sessions that start in the period, their unique users, average duration and page reloads.',
  app_session_source: 'Mini App sessions by the source of the link that opened the app.',
  app_session_device: 'Mini App sessions by the Telegram client that the app was opened in.',
  app_session_version: 'Mini App sessions by the Mini App version reported by the Telegram client.',
  site_sessions:
    'Website sessions that start in the period, their median engaged time and bounce rate; visitors, page views and clicks to the bot when they happen.',
  site_session_source:
    'Website sessions by the source of their first page: utm_source, otherwise the network of the click ID, otherwise the referring website.',
  site_page:
    'Page views by path, with the domain once several websites report, and how many website sessions started (entries) and ended (exits) there.',
  site_session_device: 'Website sessions by type of device.',
  site_session_country:
    'Website sessions by country of the visitor’s address, if this server has a database of addresses.',
};
