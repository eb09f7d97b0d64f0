-- The audit is append-only for everyone, superusers and replication sessions included.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER audit_entries_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;

-- One signer per algorithm, one default plan, one instance.
CREATE UNIQUE INDEX signing_keys_one_signer ON signing_keys (key_set_id, algorithm) WHERE state = 'signing';

CREATE UNIQUE INDEX plans_one_default ON plans (is_default) WHERE is_default;

ALTER TABLE instance ADD CONSTRAINT instance_single CHECK (id = 'instance');

-- Closed vocabularies and what belongs together.
ALTER TABLE projects
  ADD CONSTRAINT projects_address_form CHECK (address_form IN ('root', 'path', 'subdomain', 'host', 'unaddressed')),
  ADD CONSTRAINT projects_slug_needed CHECK (address_form NOT IN ('path', 'subdomain') OR slug IS NOT NULL),
  ADD CONSTRAINT projects_host_needed CHECK (address_form <> 'host' OR host IS NOT NULL),
  ADD CONSTRAINT projects_slug_written CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  ADD CONSTRAINT projects_verification_method CHECK (verification_method IN ('link', 'code'));

ALTER TABLE address_tombstones
  ADD CONSTRAINT address_tombstones_kind CHECK (kind IN ('slug', 'host'));

ALTER TABLE teams
  ADD CONSTRAINT teams_kind CHECK (kind IN ('regular', 'personal', 'system')),
  ADD CONSTRAINT teams_personal_of CHECK ((kind = 'personal') = (personal_of IS NOT NULL));

ALTER TABLE team_members
  ADD CONSTRAINT team_members_role CHECK (role IN ('owner', 'member'));

ALTER TABLE team_invitations
  ADD CONSTRAINT team_invitations_role CHECK (role IN ('owner', 'member'));

ALTER TABLE accounts
  ADD CONSTRAINT accounts_email_key CHECK ((email IS NULL) = (email_key IS NULL)),
  ADD CONSTRAINT accounts_username_key CHECK ((username IS NULL) = (username_key IS NULL));

ALTER TABLE account_tokens
  ADD CONSTRAINT account_tokens_purpose CHECK (purpose IN ('invitation', 'reset', 'verification'));

ALTER TABLE clients
  ADD CONSTRAINT clients_application_type CHECK (application_type IN ('web', 'native')),
  ADD CONSTRAINT clients_token_endpoint_auth_method CHECK (token_endpoint_auth_method IN (
    'none', 'client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt',
    'tls_client_auth', 'self_signed_tls_client_auth')),
  ADD CONSTRAINT clients_subject_type CHECK (subject_type IN ('public', 'pairwise')),
  ADD CONSTRAINT clients_delivery_mode CHECK (backchannel_token_delivery_mode IN ('poll', 'ping')),
  ADD CONSTRAINT clients_logo_type CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/webp')),
  ADD CONSTRAINT clients_logo_typed CHECK ((logo IS NULL) = (logo_type IS NULL));

ALTER TABLE resources
  ADD CONSTRAINT resources_namespace CHECK (namespace IN ('root', project_id)),
  ADD CONSTRAINT resources_token_format CHECK (token_format IN ('jwt', 'opaque')),
  ADD CONSTRAINT resources_access_token_ttl CHECK (access_token_ttl BETWEEN 30 AND 86400);

ALTER TABLE identity_providers
  ADD CONSTRAINT identity_providers_provisioning CHECK (provisioning IN ('jit', 'existing_only'));

ALTER TABLE federation_transactions
  ADD CONSTRAINT federation_transactions_purpose CHECK (purpose IN ('sign_in', 'try'));

ALTER TABLE provisioning_connections
  ADD CONSTRAINT provisioning_connections_correlation_attribute
    CHECK (correlation_attribute IN ('externalId', 'userName')),
  ADD CONSTRAINT provisioning_connections_email_trust CHECK (email_trust IN ('trusted', 'untrusted')),
  ADD CONSTRAINT provisioning_connections_directory CHECK (directory IN ('entra', 'okta', 'generic')),
  ADD CONSTRAINT provisioning_connections_threshold
    CHECK ((threshold_count IS NULL) = (threshold_window_seconds IS NULL)),
  ADD CONSTRAINT provisioning_connections_threshold_count CHECK (threshold_count BETWEEN 1 AND 100000),
  ADD CONSTRAINT provisioning_connections_threshold_window
    CHECK (threshold_window_seconds BETWEEN 300 AND 604800);

ALTER TABLE provisioning_credentials
  ADD CONSTRAINT provisioning_credentials_kind CHECK (kind IN ('key', 'secret', 'static_token')),
  ADD CONSTRAINT provisioning_credentials_state CHECK (state IN ('current', 'previous'));

ALTER TABLE signing_keys
  ADD CONSTRAINT signing_keys_algorithm CHECK (algorithm IN (
    'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519')),
  ADD CONSTRAINT signing_keys_state CHECK (state IN ('published', 'signing', 'retired', 'revoked')),
  ADD CONSTRAINT signing_keys_signer_has_key CHECK (state <> 'signing' OR private_sealed IS NOT NULL);

ALTER TABLE agent_clients
  ADD CONSTRAINT agent_clients_key_proof CHECK (key_proof IN ('none', 'dpop'));

ALTER TABLE audit_entries
  ADD CONSTRAINT audit_entries_surface CHECK (surface IN ('mcp', 'scim', 'upstream', 'self-service'));

ALTER TABLE activity_marks
  ADD CONSTRAINT activity_marks_kind CHECK (kind IN ('local', 'upstream', 'renewal'));

ALTER TABLE activity_months
  ADD CONSTRAINT activity_months_kind CHECK (kind IN ('total', 'local', 'upstream', 'renewal', 'directory'));
