/** Unit and form of a report, and its options besides period, detail, comparison and filter. */
export interface Traits {
  unit: string;
  shape: 'series' | 'table' | 'cohorts';
  options: readonly ('model' | 'parameter' | 'measure' | 'dimension')[];
}

const series = (unit: string, ...options: Traits['options']): Traits => ({ unit, shape: 'series', options });
const table = (unit: string, ...options: Traits['options']): Traits => ({ unit, shape: 'table', options });

/** All reports, written here a second time: one that is missing in the contract is missed by its tests then. */
export const traits: Readonly<Record<string, Traits>> = {
  new_users: series('users'),
  left_users: series('users'),
  return_users: series('users'),
  visitors: series('users'),
  active_users: series('users'),
  messages_from_user: series('actions'),
  event_stat: series('events'),
  session_count: series('sessions'),
  avg_duration_session: series('seconds'),
  avg_events_session: series('per_session'),
  rejection: series('percent'),
  count_users: series('users'),
  users_graph: series('users'),
  retention: { unit: 'percent', shape: 'cohorts', options: [] },
  user_commands_stat: series('actions'),
  activity_hours: series('actions'),
  audience: series('users', 'dimension'),
  gender: series('users'),
  premium: series('users'),
  utm_summary: table('users', 'model', 'parameter'),
  utm_charts: series('launches', 'model', 'parameter', 'measure'),
  conversion_summary: table('conversions'),
  conversions_summary: series('conversions'),
  conversions_chart_summary: series('conversions'),
  conversion_sources: table('conversions', 'model', 'parameter'),
  sum_income: series('money'),
  web_sessions: series('sessions'),
  app_session_source: series('sessions'),
  app_session_device: series('sessions'),
  app_session_version: series('sessions'),
  site_sessions: series('sessions'),
  site_session_source: series('sessions'),
  site_page: table('page_views'),
  site_session_device: series('sessions'),
  site_session_country: series('sessions'),
};

export function getTraits(type: string): Traits {
  const entry = traits[type];
  if (!entry) throw new Error(`no such report: ${type}`);
  return entry;
}

export const supports = (type: string, option: Traits['options'][number]): boolean =>
  getTraits(type).options.includes(option);
