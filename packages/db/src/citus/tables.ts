/**
 * Class of a table when the rows of projects are divided over the nodes of a Citus cluster (decision 157).
 *
 * - `distributed`: rows are stored on the node of their `project_id`.
 * - `reference`: every node has a copy, because foreign keys or triggers of distributed tables read it.
 * - `local`: rows are stored on the coordinator only.
 */
export type CitusClass = 'distributed' | 'reference' | 'local'

export const citusTables: Readonly<Record<CitusClass, readonly string[]>> = {
  distributed: [
    'account_activity',
    'account_addresses',
    'account_tokens',
    'account_words',
    'accounts',
    'activity_days',
    'activity_marks',
    'activity_months',
    'client_errors',
    'clients',
    'console_sessions',
    'expiry_notices',
    'federation_transactions',
    'group_members',
    'groups',
    'hold_rows',
    'identities',
    'identity_providers',
    'mail_messages',
    'mail_texts',
    'migration_hooks',
    'object_labels',
    'oidc_access_tokens',
    'oidc_authorization_codes',
    'oidc_backchannel_requests',
    'oidc_client_credentials_tokens',
    'oidc_device_codes',
    'oidc_grants',
    'oidc_interactions',
    'oidc_pushed_requests',
    'oidc_refresh_tokens',
    'oidc_registration_tokens',
    'oidc_replay_detections',
    'oidc_sessions',
    'passkey_challenges',
    'passkey_users',
    'passkeys',
    'project_moves',
    'provider_group_mappings',
    'provisioning_connections',
    'provisioning_credentials',
    'provisioning_refusals',
    'provisioning_removals',
    'provisioning_requests',
    'recovery_codes',
    'resources',
    'sign_in_failures',
    'sign_in_hours',
    'team_limited_members',
    'team_members',
    'unmatched_users',
    'upstream_sessions',
  ],
  reference: [
    'address_tombstones',
    'instance',
    'key_sets',
    'plans',
    'projects',
    'signing_keys',
    'team_invitations',
    'teams',
  ],
  local: [
    'agent_approval_votes',
    'agent_approvals',
    'agent_clients',
    'agent_confirmations',
    'agent_refusals',
    'agent_requests',
    'agent_suspensions',
    'approval_messages',
    'approval_webhooks',
    'audit_entries',
    'destroyed_projects',
    'errorreport_settings',
    'fault_samples',
    'faults',
    'faults_dropped',
    'idempotency_keys',
    'inbox',
    'leases',
    'outbox',
    'secret_reveals',
    'service_accounts',
    'settings',
    'smtp_settings',
    'throttles',
  ],
}

/**
 * Unique keys of distributed tables without `project_id`, which no node can enforce for the whole cluster, and the reason for which
 * the schema has them.
 */
export const keysAcrossProjects: Readonly<Record<string, string>> = {
  clients_id_key: 'a client_id names its project at the root issuer',
  console_sessions_pkey:
    'a session is found by its cookie only; all rows are of the project of the administrators',
  identity_providers_root_id_key: 'a redirect address of the root issuer belongs to one provider',
  provisioning_connections_client_id_key: 'a client_id names its connection at the root issuer',
  provisioning_credentials_secret_digest_key: 'a token of a directory is found by its digest only',
  resources_namespace_identifier_key_key:
    'an identifier is unique per issuer, and projects share the root issuer',
  team_limited_members_pkey: 'all rows are of the project of the administrators',
  team_members_pkey: 'all rows are of the project of the administrators',
}
