import { type Effect, isSettingKey, settingsCatalogue } from '@signet/contracts'
import { changedColumns, type RowChange } from './row-changes.ts'

type Effects = readonly Effect[]
type ColumnRule = Effects | ((value: unknown) => Effects)

interface TableRule {
  readonly inserted: Effects | ((row: Readonly<Record<string, unknown>>) => Effects)
  readonly deleted: Effects
  /** The key `*` covers every other column. Without it, an unknown column fails the test. */
  readonly columns: Readonly<Record<string, ColumnRule>>
}

const none: Effects = []
const onOff = (value: unknown): Effects => (value ? ['lets-in'] : ['locks-out'])
const setOrCleared = (value: unknown): Effects => (value === null ? ['lets-in'] : ['locks-out'])
const stamps = { version: none, version_at: none, updated_at: none, created_at: none, last_used_at: none }

const settingRule = (row: Readonly<Record<string, unknown>>): Effects => {
  const key = String(row.key)
  const declared = isSettingKey(key) ? settingsCatalogue[key].effects : none
  if (!('on' in declared)) return declared
  return row.value === true ? declared.on : declared.off
}

const ended: TableRule = { inserted: ['lets-in'], deleted: ['locks-out'], columns: { '*': none } }
const kept: TableRule = { inserted: none, deleted: none, columns: { '*': none } }
const rights: TableRule = { inserted: ['raises'], deleted: ['raises'], columns: { '*': ['raises'] } }

const projectColumns: Readonly<Record<string, ColumnRule>> = {
  ...stamps,
  name: none,
  display_name: none,
  primary_color: none,
  logo: none,
  logo_type: none,
  language: none,
  host_reached_at: none,
  password_login: onOff,
  registration_open: ['lets-in'],
  email_verification_required: ['lets-in'],
  verification_method: ['lets-in'],
  totp_required: ['lets-in'],
  account_deletion: none,
  client_registration: ['lets-in'],
  client_documents: ['lets-in'],
  client_document_hosts: ['lets-in'],
  passkey_authenticators: ['lets-in', 'locks-out'],
  declared_claims: ['lets-in', 'raises'],
  prevent_destroy: none,
  address_form: ['lets-in'],
  slug: ['lets-in'],
  host: ['lets-in'],
  team_id: ['raises'],
  plan_id: ['raises'],
  deletion_scheduled_at: (value) => (value === null ? ['lets-in'] : ['destroys']),
  deletion_scheduled_by: none,
  purge_at: none,
  purge_started_at: none,
  logout_cursor: none,
}

/** Values of an ordinary new project; other values have effects. */
const ordinaryProject: Readonly<Record<string, unknown>> = {
  host: null,
  password_login: true,
  registration_open: false,
  email_verification_required: false,
  verification_method: 'link',
  totp_required: false,
}

const newProject = (row: Readonly<Record<string, unknown>>): Effects =>
  Object.entries(ordinaryProject).flatMap(([name, value]) =>
    row[name] === value ? none : effectsOfColumn(projectColumns, name, row[name]),
  )

const rules: Readonly<Record<string, TableRule>> = {
  accounts: {
    inserted: ['lets-in'],
    deleted: ['destroys'],
    columns: {
      ...stamps,
      active: onOff,
      locked_at: setOrCleared,
      locked_by: none,
      lock_reason: none,
      // Ends pending sign-ins. Ended sessions have rows of their own.
      revocations: none,
      claims: ['raises'],
      profile: ['raises'],
      profile_key: ['raises'],
      display_name_key: ['raises'],
      connection_id: ['lets-in'],
      '*': ['lets-in'],
    },
  },
  account_tokens: { inserted: ['lets-in'], deleted: none, columns: { '*': ['lets-in'] } },
  passkeys: { inserted: ['lets-in'], deleted: ['lets-in', 'locks-out'], columns: { '*': ['lets-in'] } },
  recovery_codes: { inserted: ['lets-in'], deleted: ['locks-out'], columns: { '*': ['lets-in'] } },
  identities: { inserted: ['lets-in'], deleted: ['locks-out'], columns: { '*': ['lets-in'] } },
  groups: { inserted: ['raises'], deleted: ['destroys'], columns: { ...stamps, '*': ['raises'] } },
  group_members: rights,
  provider_group_mappings: rights,
  clients: {
    inserted: ['lets-in'],
    deleted: ['destroys'],
    columns: {
      ...stamps,
      client_name: none,
      logo: none,
      logo_type: none,
      primary_color: none,
      policy_uri: none,
      tos_uri: none,
      backchannel_logout_failure: none,
      previous_secret_digest: (value) => (value === null ? ['locks-out'] : ['lets-in']),
      previous_secret_expires_at: none,
      previous_secret_used_at: none,
      secret_changed_at: none,
      secret_digest: (value) => (value === null ? ['lets-in'] : ['lets-in', 'exposes']),
      '*': ['lets-in'],
    },
  },
  resources: {
    inserted: ['raises'],
    deleted: ['destroys'],
    columns: { name: none, mcp_server: ['lets-in'], '*': ['raises'] },
  },
  identity_providers: {
    inserted: ['lets-in'],
    deleted: ['destroys'],
    columns: {
      ...stamps,
      display_name: none,
      position: none,
      enabled: onOff,
      groups_claim: ['raises'],
      secret_expires_on: none,
      former_certificate: none,
      former_certificate_key_sealed: none,
      claim_mappings: ['raises'],
      '*': ['lets-in'],
    },
  },
  provisioning_connections: {
    inserted: ['lets-in'],
    deleted: ['destroys'],
    columns: {
      ...stamps,
      display_name: none,
      enabled: onOff,
      held_since: ['locks-out'],
      refused_while_held: none,
      '*': ['lets-in'],
    },
  },
  provisioning_credentials: {
    inserted: ['lets-in'],
    deleted: ['locks-out'],
    columns: { ...stamps, '*': none },
  },
  hold_rows: kept,
  mail_texts: { inserted: none, deleted: none, columns: { ...stamps, '*': none } },
  object_labels: { inserted: none, deleted: none, columns: { '*': none } },
  migration_hooks: {
    inserted: ['lets-in', 'raises', 'exposes'],
    deleted: none,
    columns: { ...stamps, '*': none },
  },
  project_moves: {
    inserted: ['lets-in'],
    deleted: none,
    columns: {
      ...stamps,
      finished_at: (value) => (value === null ? ['lets-in'] : ['locks-out']),
      '*': ['lets-in'],
    },
  },
  provisioning_removals: kept,
  projects: { inserted: newProject, deleted: ['destroys'], columns: projectColumns },
  destroyed_projects: kept,
  address_tombstones: kept,
  teams: { inserted: none, deleted: ['destroys'], columns: { ...stamps, name: none } },
  team_members: rights,
  team_limited_members: rights,
  service_accounts: {
    inserted: ['lets-in', 'raises'],
    deleted: ['locks-out', 'raises'],
    columns: {
      ...stamps,
      name: none,
      role: ['raises'],
      scopes: ['raises'],
      expires_at: ['raises'],
      keys: ['lets-in'],
      workloads: ['lets-in'],
      failed_exchanges: none,
      last_failure: none,
      last_failure_at: none,
    },
  },
  team_invitations: {
    inserted: ['lets-in', 'raises'],
    deleted: ['locks-out'],
    columns: { '*': ['lets-in'] },
  },
  oidc_replay_detections: kept,
  plans: { inserted: ['raises'], deleted: ['destroys'], columns: { '*': ['raises'] } },
  settings: { inserted: settingRule, deleted: settingRule({}), columns: { '*': none } },
  smtp_settings: { inserted: ['lets-in', 'exposes'], deleted: ['locks-out'], columns: { '*': ['lets-in'] } },
  errorreport_settings: { inserted: ['exposes'], deleted: none, columns: { '*': ['exposes'] } },
  signing_keys: {
    inserted: ['lets-in'],
    deleted: ['destroys'],
    columns: {
      ...stamps,
      state: (value) => (value === 'retired' || value === 'revoked' ? ['locks-out'] : ['lets-in']),
      '*': none,
    },
  },
  key_sets: kept,
  agent_clients: {
    inserted: ['lets-in', 'raises'],
    deleted: ['locks-out'],
    columns: { ...stamps, '*': ['raises'] },
  },
  agent_approvals: {
    inserted: none,
    deleted: none,
    columns: { status: (value) => (value === 'approved' ? ['raises'] : none), '*': none },
  },
  agent_approval_votes: { inserted: ['raises'], deleted: none, columns: {} },
  approval_webhooks: {
    inserted: ['exposes'],
    deleted: none,
    columns: { created_at: none, '*': ['exposes'] },
  },
  approval_messages: kept,
  agent_requests: { inserted: ['locks-out'], deleted: none, columns: { '*': ['locks-out'] } },
  agent_suspensions: { inserted: ['locks-out'], deleted: ['raises'], columns: {} },
  secret_reveals: { inserted: none, deleted: ['exposes'], columns: {} },
  console_sessions: ended,
  upstream_sessions: ended,
  instance: kept,
  mail_messages: kept,
  account_addresses: kept,
  account_words: kept,
  passkey_users: kept,
  federation_transactions: kept,
  sign_in_failures: kept,
  account_activity: kept,
  fault_samples: kept,
  faults: { inserted: none, deleted: ['destroys'], columns: { '*': none } },
}

function effectsOfColumn(columns: TableRule['columns'], name: string, value: unknown): Effects {
  const rule = columns[name] ?? columns['*']
  if (!rule) throw new Error(`The column ${name} is in no rule.`)
  return typeof rule === 'function' ? rule(value) : rule
}

const ruleOf = (table: string): TableRule => {
  const rule = rules[table] ?? (table.startsWith('oidc_') ? ended : undefined)
  if (!rule) throw new Error(`The table ${table} is in no rule.`)
  return rule
}

export function effectsOfChange(change: RowChange): Effects {
  const { table, before, after } = change
  const { inserted, deleted, columns } = ruleOf(table)
  if (table === 'settings' && after) return settingRule(after)
  if (!after) return deleted
  if (!before) return typeof inserted === 'function' ? inserted(after) : inserted
  return changedColumns(change).flatMap((name) => effectsOfColumn(columns, name, after[name]))
}
