// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { DeliveryState, IntegrationEvent, IntegrationEventType, IntegrationPrivacy, IntegrationSelection, PauseReason, ProviderId, ShownRequest, UnsubscribeReason, UnsubscribeSource } from '@botscope/contract';
import type { GeneratedAlways } from 'kysely';
import type { Day, Default, Json, Nullable, Time } from './column-types.ts';

/** Every table of the metadata store; `schema.sql` shows the same with keys and indexes. */
export interface Tables {
  accounts: {
    id: string;
    email: Nullable<string>;
    email_verified: Default<boolean>;
    name: Default<string>;
    locale: Default<string>;
    time_zone: Default<string>;
    created_at: Default<Time>;
    updated_at: Default<Time>;
    tid: Nullable<number>;
    telegram_name: Default<string>;
    currency: Default<string>;
    report_currency: Default<string>;
    tariff: Default<number>;
    totp_sealed: Nullable<string>;
    totp_at: Nullable<Time>;
    recovery_hashes: Default<Json<string[]>>;
    notify: Default<Json<Record<string, string[]>>>;
    is_admin: Default<boolean>;
    totp_step: Nullable<number>;
  };
  annotations: {
    id: GeneratedAlways<number>;
    bot_key: string;
    day: Day;
    text: string;
    account_key: Nullable<string>;
    created_at: Default<Time>;
  };
  api_requests: {
    request_id: string;
    bot_key: string;
    idempotency_key: string;
    body_hash: string;
    claimed_by: string;
    claimed_until: Time;
    status: Nullable<number>;
    answer: Nullable<string>;
    created_at: Time;
  };
  attempts: {
    key: string;
    count: number;
    window_ends_at: Time;
  };
  audit: {
    id: GeneratedAlways<number>;
    at: Default<Time>;
    account_key: Nullable<string>;
    actor: Default<string>;
    bot_key: Nullable<string>;
    action: string;
    detail: Default<Json<Record<string, unknown>>>;
    ip: Default<string>;
    user_agent: Default<string>;
  };
  automation_runs: {
    user_id: number;
    campaign_id: number;
    trigger_id: string;
    status: Default<'waiting' | 'armed' | 'ended' | 'skipped'>;
    triggered_at: Time;
    due_at: Time;
    ended_at: Nullable<Time>;
    reason: Nullable<string>;
    outcome: Nullable<'ForSend' | 'In_progress' | 'Done' | 'Cancel' | 'Error'>;
  };
  automation_segments: {
    campaign_id: number;
    active_since: Time;
    round: Default<number>;
    evaluated_at: Nullable<Time>;
  };
  automation_skips: {
    campaign_id: number;
    reason: string;
    runs: number;
  };
  bot_errors: {
    id: GeneratedAlways<number>;
    bot_key: string;
    kind: string;
    code: Default<number>;
    reason: string;
    text: Default<string>;
    count: Default<number>;
    first_at: Default<Time>;
    last_at: Default<Time>;
    method: Default<string>;
    user_id: Nullable<number>;
  };
  bot_leases: {
    bot_key: string;
    instance_id: string;
  };
  bots: {
    key: string;
    bot_name: string;
    username: string;
    account_key: Nullable<string>;
    delivery_method: Default<string>;
    api_key_hash: string;
    session_gap_minutes: Default<number>;
    start_rules: Nullable<Json<unknown>>;
    is_demo: Default<boolean>;
    date_added: Default<Time>;
    first_update_at: Nullable<Time>;
    last_update_at: Nullable<Time>;
    removed_at: Nullable<Time>;
    connection_type: Default<string>;
    delivery_method_send: Default<string>;
    region: Default<string>;
    platform: Default<string>;
    telegram_id: Nullable<number>;
    token_sealed: Nullable<string>;
    token_hash: Nullable<string>;
    webhook: Default<string>;
    webhook_secret_sealed: Nullable<string>;
    former_webhook: Nullable<Json<unknown>>;
    allowed_updates: Nullable<Json<string[]>>;
    risk_ok: Default<boolean>;
    problems: Default<Json<unknown>>;
    checked_at: Nullable<Time>;
    first_call_at: Nullable<Time>;
    last_call_at: Nullable<Time>;
    callback_max_length: Default<number>;
    retention_days: Nullable<number>;
    error_days: Default<number>;
    source_determination: Default<string>;
    finds_hidden_commands: Default<boolean>;
    owner_deleted_at: Nullable<Time>;
    paused_at: Nullable<Time>;
    event_server: Nullable<string>;
  };
  campaign_control_group: {
    user_id: number;
    campaign_id: number;
    listed_at: Time;
  };
  campaign_ends: {
    end_id: GeneratedAlways<number>;
    bot_key: string;
    campaign_id: number;
    how: 'finished' | 'failed' | 'missed' | 'paused' | 'outage';
    description: Default<string>;
    notice: Nullable<string>;
    claimed_until: Nullable<Time>;
    claimed_by: Nullable<string>;
  };
  campaign_file_pieces: {
    file_id: string;
    number: number;
    piece: Uint8Array;
  };
  campaign_files: {
    id: string;
    bot_key: string;
    name: string;
    type: string;
    bytes: number;
    file_id: Nullable<string>;
    file_kind: Nullable<string>;
    created_at: Time;
    visitor: Nullable<string>;
  };
  campaign_recipients: {
    user_id: number;
    campaign_id: number;
    status: Default<'ForSend' | 'In_progress' | 'Done' | 'Cancel' | 'Error'>;
    attempts: Default<number>;
    fence: Nullable<number>;
    not_before: Nullable<Time>;
    sending_at: Nullable<Time>;
    finished_at: Nullable<Time>;
    message_id: Nullable<number>;
    reason: Nullable<string>;
    description: Nullable<string>;
    variant: Nullable<number>;
    language: Nullable<string>;
    expires_at: Nullable<Time>;
    deleted_at: Nullable<Time>;
    more_message_ids: Nullable<(number | string)[]>;
    send_at: Nullable<Time>;
    zone: Nullable<string>;
  };
  campaign_senders: {
    bot_key: string;
    claimed_by: Nullable<string>;
    claimed_until: Nullable<Time>;
    fence: Default<number>;
    limited_until: Nullable<Time>;
    rate: Nullable<number>;
    recorded_until: Nullable<Time>;
    limited_ms: Default<number>;
    outage_openings: Default<number>;
    outage_until: Nullable<Time>;
    outage_ms: Default<number>;
  };
  campaign_user_times: {
    campaign_id: number;
    send_at: Time;
    users: number;
  };
  campaign_zones: {
    campaign_id: number;
    zone: string;
  };
  campaigns: {
    campaign_id: GeneratedAlways<number>;
    bot_key: string;
    name: string;
    status: Default<'Draft' | 'Not_started' | 'In_progress' | 'Done' | 'Cancel' | 'Error'>;
    problem: Default<string>;
    problem_description: Default<string>;
    revision: Default<number>;
    audience: Json<unknown>;
    message: Json<unknown>;
    sending: Json<unknown>;
    time_zone: Default<string>;
    date_send: Nullable<Time>;
    prepared_until: Nullable<number>;
    total: Default<number>;
    delivered: Default<number>;
    not_delivered: Default<number>;
    unknown: Default<number>;
    waiting: Default<number>;
    cancelled: Default<number>;
    paused_until: Nullable<Time>;
    created_by: Nullable<string>;
    updated_by: Nullable<string>;
    created_at: Time;
    updated_at: Time;
    started_at: Nullable<Time>;
    finished_at: Nullable<Time>;
    archived_at: Nullable<Time>;
    variants: Default<Json<unknown>>;
    control_group: Default<number>;
    decide_at: Nullable<Time>;
    winner: Nullable<number>;
    decision: Nullable<Json<unknown>>;
    automation: Nullable<Json<unknown>>;
    active_since: Nullable<Time>;
    created_by_request: Nullable<string>;
    started_by_request: Nullable<string>;
    visitor: Nullable<string>;
    paused_for: Default<PauseReason | ''>;
  };
  credentials: {
    id: string;
    account_id: string;
    issuer: string;
    provider: string;
    provider_account_id: string;
    password: Nullable<string>;
    created_at: Default<Time>;
    updated_at: Default<Time>;
  };
  custom_fields: {
    id: GeneratedAlways<number>;
    bot_key: string;
    key: string;
    name: string;
    type: string;
    status: Default<string>;
    settings: Json<unknown>;
    account_key: Nullable<string>;
    created_at: Default<Time>;
  };
  dead_lease_holders: {
    instance_id: string;
    died_at: Time;
  };
  erased_users: {
    bot_key: string;
    user_hash: string;
    erased_at: Time;
    lifted_at: Nullable<Time>;
  };
  erasure_users: {
    erasure_id: number;
    user_hash: string;
    user_sealed: Nullable<string>;
  };
  erasures: {
    erasure_id: GeneratedAlways<number>;
    bot_key: string;
    mode: string;
    users: number;
    state: Default<string>;
    created_by: Nullable<string>;
    created_at: Time;
    claimed_by: Nullable<string>;
    claimed_until: Nullable<Time>;
    hidden_at: Nullable<Time>;
    purged_at: Nullable<Time>;
    done_at: Nullable<Time>;
    places: Default<Json<Record<string, number>>>;
    certificate: Nullable<Json<unknown>>;
  };
  event_cursors: {
    consumer: string;
    subject: string;
    bot_key: string;
    claimed_by: Nullable<string>;
    claimed_until: Nullable<Time>;
    fence: Default<number>;
    read_until: Nullable<Time>;
  };
  event_moves: {
    bot_key: string;
    source: string;
    target: string;
    state: string;
    since: Default<Time>;
    progress: Nullable<Json<unknown>>;
    problem: Default<string>;
    started_at: Default<Time>;
  };
  event_servers: {
    id: string;
    address: string;
    is_default: boolean;
    added_at: Default<Time>;
  };
  grants: {
    bot_key: string;
    account_key: string;
    role: Nullable<string>;
    keys: Default<Json<string[]>>;
    reports: Default<Json<string[]>>;
    granted_by: Nullable<string>;
    created_at: Default<Time>;
    expires_at: Nullable<Time>;
  };
  hidden_commands: {
    bot_key: string;
    text: string;
    state: Default<string>;
    count: Default<number>;
    users: Default<number>;
    found_at: Default<Time>;
  };
  instances: {
    id: string;
    roles: string;
    host: string;
    started_at: Default<Time>;
    seen_at: Time;
    stored_until: Nullable<Time>;
    spooled_rows: number;
  };
  integration_attempts: {
    attempt_id: string;
    integration_id: number;
    deliveries: number;
    started_at: Time;
    ms: number;
    status: Nullable<number>;
    code: Nullable<string>;
    answer: string;
  };
  integration_backfills: {
    backfill_id: GeneratedAlways<number>;
    integration_id: number;
    since: Time;
    until: Time;
    events: Default<number>;
    finished_at: Nullable<Time>;
  };
  integration_bin_requests: {
    request_id: GeneratedAlways<number>;
    integration_id: number;
    received_at: Time;
    user_id: Nullable<number>;
    request: Json<ShownRequest>;
  };
  integration_days: {
    integration_id: number;
    day: Day;
    state: DeliveryState;
    events: number;
  };
  integration_deliveries: {
    delivery_id: GeneratedAlways<number>;
    integration_id: number;
    event_key: string;
    type: string;
    user_id: Nullable<number>;
    happened_at: Time;
    event: Json<IntegrationEvent>;
    events: Default<number>;
    state: Default<DeliveryState | 'sending'>;
    priority: Default<number>;
    attempts: Default<number>;
    attempt_ids: Default<string[]>;
    created_at: Time;
    due_at: Time;
    settled_at: Nullable<Time>;
    code: Nullable<string>;
    detail: Default<string>;
  };
  integration_events: {
    event_id: GeneratedAlways<number>;
    bot_key: string;
    type: IntegrationEventType;
    once_key: string;
    happened_at: Time;
    user_id: Nullable<number>;
    data: Json<Record<string, unknown>>;
  };
  integration_lanes: {
    lane: string;
    claimed_by: Nullable<string>;
    claimed_until: Nullable<Time>;
    fence: Default<number>;
  };
  integration_memory: {
    integration_id: number;
    key: string;
    value: Json<unknown>;
    user_id: Nullable<number>;
  };
  integrations: {
    integration_id: GeneratedAlways<number>;
    key: string;
    bot_key: string;
    provider: ProviderId;
    name: string;
    status: Default<'on' | 'paused' | 'stopped'>;
    settings: Json<Record<string, string | number | boolean>>;
    secrets: string;
    hints: Json<Record<string, string>>;
    selection: Json<IntegrationSelection>;
    privacy: Json<IntegrationPrivacy>;
    lane: string;
    created_by: Nullable<string>;
    created_at: Time;
    active_since: Time;
    failures: Default<number>;
    failing_since: Nullable<Time>;
    resume_at: Nullable<Time>;
    problem_code: Nullable<string>;
    problem_detail: Default<string>;
    problem_at: Nullable<Time>;
    warned_at: Nullable<Time>;
    last_delivered_at: Nullable<Time>;
  };
  invitation_uses: {
    invitation_id: number;
    account_key: string;
    used_at: Default<Time>;
  };
  invitations: {
    id: GeneratedAlways<number>;
    bot_key: string;
    token_hash: string;
    token_sealed: string;
    email: Nullable<string>;
    role: Nullable<string>;
    keys: Default<Json<string[]>>;
    reports: Default<Json<string[]>>;
    max_uses: Default<number>;
    uses: Default<number>;
    expires_at: Time;
    created_by: Nullable<string>;
    created_at: Default<Time>;
    revoked_at: Nullable<Time>;
  };
  known_devices: {
    account_id: string;
    device: string;
    seen_at: Default<Time>;
  };
  known_site_visits: {
    site_id: number;
    visit: string;
    bot_key: string;
    user_id: number;
    proof: string;
    proven_at: Time;
  };
  lease_holders: {
    instance_id: string;
    address: string;
    until: Time;
  };
  mailed_codes: {
    id: string;
    purpose: string;
    email: string;
    device: string;
    sign_up_id: Nullable<string>;
    code_hash: string;
    link_hash: string;
    tries: Default<number>;
    created_at: Default<Time>;
    expires_at: Time;
  };
  mailing_exclusions: {
    bot_key: string;
    user_id: number;
    excluded_by: Nullable<string>;
    excluded_at: Time;
  };
  mailing_settings: {
    bot_key: string;
    has_button: boolean;
    button_text: string;
    offers_return: boolean;
    command: Nullable<string>;
    cap_messages: Nullable<number>;
    cap_hours: Nullable<number>;
    time_zone_field: Nullable<string>;
    return_command: Nullable<string>;
  };
  message_files: {
    id: string;
    bot_key: string;
    instance: string;
    name: string;
    type: string;
    bytes: number;
    created_at: Time;
  };
  messages: {
    id: string;
    number: GeneratedAlways<number>;
    bot_key: string;
    user_id: number;
    chat_id: number;
    origin: string;
    author: Nullable<string>;
    idempotency_key: string;
    method: string;
    content: Json<unknown>;
    status: string;
    reason: Nullable<string>;
    description: Default<string>;
    message_id: Nullable<number>;
    attempts: Default<number>;
    not_before: Time;
    claimed_by: Nullable<string>;
    claimed_until: Nullable<Time>;
    file_instance: Nullable<string>;
    answer: Nullable<Json<unknown>>;
    is_recorded: Default<boolean>;
    created_at: Time;
    sending_at: Nullable<Time>;
    finished_at: Nullable<Time>;
    edited_at: Nullable<Time>;
    deleted_at: Nullable<Time>;
    dismissed_at: Nullable<Time>;
  };
  mini_app_launches: {
    app_id: number;
    name: string;
    launch: string;
    bot_key: string;
    user_id: number;
    profile: Json<unknown>;
    proof: string;
    auth_at: Time;
    proven_at: Time;
    opened_by: string;
  };
  news_read: {
    account_key: string;
    slug: string;
    read_at: Default<Time>;
  };
  notifications: {
    id: GeneratedAlways<number>;
    account_key: string;
    kind: string;
    code: string;
    state: string;
    bot_key: Nullable<string>;
    detail: Default<string>;
    at: Default<Time>;
    read_at: Nullable<Time>;
    once_key: Nullable<string>;
  };
  outbox: {
    id: GeneratedAlways<number>;
    kind: string;
    payload_sealed: string;
    order_key: Nullable<string>;
    not_before: Default<Time>;
    attempts: Default<number>;
    claimed_by: Nullable<string>;
    claimed_until: Nullable<Time>;
    created_at: Default<Time>;
    expires_at: Time;
  };
  page_errors: {
    kind: 'app' | 'site';
    page_id: number;
    bot_key: string;
    problem: string;
    text: string;
    user_id: Nullable<number>;
    count: number;
    first_at: Time;
    last_at: Time;
  };
  page_recent_hits: {
    kind: 'app' | 'site';
    page_id: number;
    bot_key: string;
    instance_id: string;
    hits: Json<unknown>;
    written_at: Time;
  };
  pages: {
    kind: 'app' | 'site';
    page_id: GeneratedAlways<number>;
    bot_key: string;
    name: string;
    key: string;
    old_key: Nullable<string>;
    old_key_until: Nullable<Time>;
    status: Default<string>;
    places: Json<unknown>;
    options: Nullable<Json<unknown>>;
    created_at: Time;
    removed_at: Nullable<Time>;
  };
  passkeys: {
    id: string;
    account_id: string;
    credential_id: string;
    public_key: string;
    counter: Default<number>;
    transports: Default<Json<string[]>>;
    name: Default<string>;
    created_at: Default<Time>;
    last_used_at: Nullable<Time>;
  };
  responsible_colleagues: {
    bot_key: string;
    user_id: number;
    account_key: string;
  };
  scheduled_jobs: {
    name: string;
    done_until: Time;
    attempts: Default<number>;
    not_before: Nullable<Time>;
    claimed_by: Nullable<string>;
    claimed_until: Nullable<Time>;
  };
  segments: {
    segment_id: GeneratedAlways<number>;
    bot_key: string;
    name: string;
    kind: string;
    rules: Json<unknown>;
    created_by: Nullable<string>;
    created_at: Default<Time>;
    updated_at: Default<Time>;
    removed_at: Nullable<Time>;
    users: Nullable<number>;
    counted_at: Nullable<Time>;
    visitor: Nullable<string>;
    created_by_request: Nullable<string>;
  };
  sessions: {
    id: string;
    account_id: string;
    token: string;
    expires_at: Time;
    ip_address: Nullable<string>;
    user_agent: Nullable<string>;
    created_at: Default<Time>;
    updated_at: Default<Time>;
  };
  settings: {
    name: string;
    value: string;
  };
  shares: {
    id: GeneratedAlways<number>;
    bot_key: string;
    token_hash: string;
    token_sealed: string;
    title: Default<string>;
    type_report: string;
    query: Default<Json<Record<string, string>>>;
    password_hash: Nullable<string>;
    expires_at: Nullable<Time>;
    embeddable: Default<boolean>;
    views: Default<number>;
    created_by: Nullable<string>;
    created_at: Default<Time>;
    revoked_at: Nullable<Time>;
    reader_period: Default<boolean>;
    reader_filter: Default<boolean>;
    last_viewed_at: Nullable<Time>;
  };
  sign_ups: {
    id: string;
    email: string;
    device: string;
    password: string;
    locale: string;
    time_zone: string;
    created_at: Default<Time>;
    expires_at: Time;
  };
  site_salts: {
    day: Day;
    salt: string;
  };
  site_tickets: {
    bot_key: string;
    ticket: string;
    site_id: Nullable<number>;
    visit: Nullable<Json<unknown>>;
    made_at: Time;
    claimed_by: Nullable<number>;
    claimed_at: Nullable<Time>;
    starts: Nullable<Json<unknown>>;
  };
  subscription_changes: {
    change_id: GeneratedAlways<number>;
    bot_key: string;
    user_id: number;
    is_unsubscribed: boolean;
    changed_at: Time;
    source: UnsubscribeSource;
    campaign_id: Nullable<number>;
    reason: Nullable<UnsubscribeReason>;
    note: Default<string>;
    changed_by: Nullable<string>;
  };
  takeover_settings: {
    bot_key: string;
    withheld: string;
  };
  takeovers: {
    bot_key: string;
    user_id: number;
    account_key: Nullable<string>;
    mode: string;
    since: Time;
    expires_at: Time;
    withheld: Default<number>;
  };
  targets: {
    target_id: GeneratedAlways<number>;
    bot_key: string;
    name: string;
    trigger: Json<unknown>;
    value: Json<unknown>;
    created_at: Default<Time>;
    removed_at: Nullable<Time>;
  };
  unsubscribes: {
    bot_key: string;
    user_id: number;
    is_unsubscribed: boolean;
    changed_at: Time;
    decided_at: Time;
    source: UnsubscribeSource;
    campaign_id: Nullable<number>;
    reason: Nullable<UnsubscribeReason>;
    note: Default<string>;
    changed_by: Nullable<string>;
    is_in_event_store: Default<boolean>;
  };
  upload_reports: {
    upload_id: string;
    csv_gzip: Uint8Array;
  };
  uploads: {
    id: string;
    bot_key: string;
    file_name: string;
    bytes: number;
    format: string;
    content: string;
    state: Default<string>;
    failure: Nullable<string>;
    columns: Default<Json<unknown>>;
    preview: Default<Json<unknown>>;
    mapping: Default<Json<unknown>>;
    read_bytes: Default<number>;
    accepted: Default<number>;
    refused: Default<number>;
    rejected_rows: Default<Json<unknown>>;
    created_at: Default<Time>;
    finished_at: Nullable<Time>;
    owner: string;
    owner_seen_at: Default<Time>;
    claimed_by: Nullable<string>;
    cancel_requested: Default<boolean>;
  };
  user_job_undo: {
    job_id: number;
    user_id: number;
    value: Nullable<Json<unknown>>;
    version: number;
  };
  user_jobs: {
    job_id: GeneratedAlways<number>;
    bot_key: string;
    campaign_id: Nullable<number>;
    action: string;
    params: Default<Json<unknown>>;
    undo_of: Nullable<number>;
    members: Nullable<Json<unknown>>;
    state: Default<string>;
    total: number;
    done: Default<number>;
    failures: Default<Json<Record<string, number>>>;
    skipped: Default<number>;
    problem: Default<string>;
    problem_description: Default<string>;
    position: Default<number>;
    batch: Nullable<Json<unknown>>;
    account_key: Nullable<string>;
    created_at: Default<Time>;
    ended_at: Nullable<Time>;
    attempts: Default<number>;
    not_before: Default<Time>;
    claimed_by: Nullable<string>;
    claimed_until: Nullable<Time>;
    turn_at: Nullable<Time>;
  };
  user_notes: {
    note_id: GeneratedAlways<number>;
    bot_key: string;
    user_id: number;
    author_key: Nullable<string>;
    text: string;
    created_at: Time;
    updated_at: Time;
    removed_at: Nullable<Time>;
  };
  users_views: {
    view_id: GeneratedAlways<number>;
    bot_key: string;
    account_key: string;
    name: string;
    is_shared: boolean;
    state: Json<unknown>;
    updated_at: Default<Time>;
    removed_at: Nullable<Time>;
  };
  utm_links: {
    id: GeneratedAlways<number>;
    bot_key: string;
    name: Default<string>;
    link: Json<unknown>;
    url: string;
    created_at: Default<Time>;
  };
  verifications: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Time;
    created_at: Default<Time>;
    updated_at: Default<Time>;
  };
  waiting_updates: {
    bot_key: string;
    instance_id: string;
    updates: number;
  };
}
