/** A test compares the metrics of the dashboards and alerts with this list. */
interface Definition {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  /** Upper bounds, in the unit of the name. */
  readonly buckets?: readonly number[]
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export const catalogue = {
  signet_http_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time from the head of a request to the end of its answer, by route template and class of status.',
    labels: ['route', 'status'],
    buckets: seconds,
  },
  signet_requests_unavailable_total: {
    kind: 'counter',
    help: 'Requests answered 503, by the dependency that was not available.',
    labels: ['cause'],
  },
  signet_pool_connections: {
    kind: 'gauge',
    help: 'Database connections of a pool: in use, idle, and requests that wait for one.',
    labels: ['pool', 'state'],
  },
  signet_pool_wait_seconds: {
    kind: 'histogram',
    help: 'Time spent waiting for a database connection while none was free.',
    labels: ['pool'],
    buckets: seconds,
  },
  signet_password_queue: {
    kind: 'gauge',
    help: 'Passwords being hashed, and waiting for it.',
    labels: ['state'],
  },
  signet_password_refused_total: {
    kind: 'counter',
    help: 'Passwords that were not checked because the queue was full.',
    labels: [],
  },
  signet_nats_connected: { kind: 'gauge', help: '1 while NATS is connected.', labels: [] },
  signet_outbox_events: {
    kind: 'gauge',
    help: 'Events in the outbox, whose effect is not recorded yet. Counted up to 100,000.',
    labels: [],
  },
  signet_outbox_oldest_seconds: { kind: 'gauge', help: 'Age of the oldest event in the outbox.', labels: [] },
  signet_consumer_pending: {
    kind: 'gauge',
    help: 'Messages that a consumer has not been given, or has not acknowledged.',
    labels: ['consumer', 'state'],
  },
  signet_dead_letters_total: { kind: 'counter', help: 'Events that were given up.', labels: ['consumer'] },
  signet_messages_discarded_total: {
    kind: 'counter',
    help: 'Messages without an outbox row of their id and subject, which had no effect.',
    labels: ['consumer'],
  },
  signet_faults_total: { kind: 'counter', help: 'Defects that were captured.', labels: [] },
  signet_faults_dropped_total: {
    kind: 'counter',
    help: 'Defects that were captured and not kept, because the queue was full.',
    labels: [],
  },
  signet_log_lines_dropped_total: {
    kind: 'counter',
    help: 'Log lines dropped because the output was not consumed.',
    labels: [],
  },
  signet_worker_last_success_timestamp_seconds: {
    kind: 'gauge',
    help: 'When a worker of the background last finished a round.',
    labels: ['worker'],
  },
  signet_secret_key_in_use: {
    kind: 'gauge',
    help: '1 for each key id that signing keys and settings are sealed with.',
    labels: ['key'],
  },
  signet_sign_ins_total: {
    kind: 'counter',
    help: 'Sign-ins, and steps of sign-ins that failed, by method; the outcome is succeeded or the cause of the failure.',
    labels: ['method', 'outcome'],
  },
  signet_grants_total: {
    kind: 'counter',
    help: 'Answers of the token endpoint, by grant type.',
    labels: ['grant', 'outcome'],
  },
  signet_throttled_total: {
    kind: 'counter',
    help: 'Requests beyond a rate limit, by the class of the limit.',
    labels: ['limit'],
  },
  signet_mails_total: { kind: 'counter', help: 'Attempts to send a mail.', labels: ['outcome'] },
  signet_approval_messages_total: {
    kind: 'counter',
    help: 'Attempts to send a message about an approval to the webhook: delivered, failed, or failed for the last time (given_up).',
    labels: ['outcome'],
  },
  signet_scim_requests_total: {
    kind: 'counter',
    help: 'Requests of directories, by provisioning connection and class of status.',
    labels: ['connection', 'status'],
  },
  signet_agent_calls_total: {
    kind: 'counter',
    help: 'Calls of tools by agents.',
    labels: ['tool', 'outcome'],
  },
  signet_credential_expiry_timestamp_seconds: {
    kind: 'gauge',
    help: 'Earliest expiry of a credential that is valid.',
    labels: ['kind'],
  },
  signet_build_info: {
    kind: 'gauge',
    help: '1 for the version of the running program.',
    labels: ['version'],
  },
  signet_cache_entries: { kind: 'gauge', help: 'Entries of a cache.', labels: ['cache'] },
} as const satisfies Record<string, Definition>

export type MetricName = keyof typeof catalogue

type OfKind<Kind extends Definition['kind']> = {
  [Name in MetricName]: (typeof catalogue)[Name]['kind'] extends Kind ? Name : never
}[MetricName]

export type CounterName = OfKind<'counter'>
export type GaugeName = OfKind<'gauge'>
export type HistogramName = OfKind<'histogram'>

export type Labels<Name extends MetricName> = Record<(typeof catalogue)[Name]['labels'][number], string>
