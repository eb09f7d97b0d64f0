-- CreateTable
CREATE TABLE "accounts" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C",
    "email_key" TEXT COLLATE "C",
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "username" TEXT COLLATE "C",
    "username_key" TEXT COLLATE "C",
    "password_hash" TEXT COLLATE "C",
    "password_set_at" TIMESTAMPTZ(3),
    "claims" JSONB NOT NULL DEFAULT '{}',
    "profile" JSONB NOT NULL DEFAULT '{}',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "locked_at" TIMESTAMPTZ(3),
    "locked_by" TEXT COLLATE "C",
    "lock_reason" TEXT COLLATE "C",
    "totp_sealed" TEXT COLLATE "C",
    "totp_enrolled_at" TIMESTAMPTZ(3),
    "totp_last_step" INTEGER,
    "connection_id" TEXT COLLATE "C",
    "external_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "account_tokens" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT COLLATE "C" NOT NULL,
    "address" TEXT COLLATE "C" NOT NULL,
    "code_hash" TEXT COLLATE "C",
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_tokens_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "groups" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "display_name" TEXT COLLATE "C" NOT NULL,
    "display_name_key" TEXT COLLATE "C" NOT NULL,
    "external_id" TEXT COLLATE "C",
    "connection_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "group_members" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "group_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "group_members_pkey" PRIMARY KEY ("project_id","group_id","account_id")
);

-- CreateTable
CREATE TABLE "clients" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "client_name" TEXT COLLATE "C",
    "application_type" TEXT COLLATE "C" NOT NULL DEFAULT 'web',
    "grant_types" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "response_types" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "redirect_uris" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "post_logout_redirect_uris" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "token_endpoint_auth_method" TEXT COLLATE "C" NOT NULL,
    "scope" TEXT COLLATE "C",
    "require_consent" BOOLEAN NOT NULL DEFAULT true,
    "partial_consent" BOOLEAN NOT NULL DEFAULT false,
    "backchannel_token_delivery_mode" TEXT COLLATE "C",
    "backchannel_client_notification_endpoint" TEXT COLLATE "C",
    "authorization_details_types" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "cors_origins" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "jwks" JSONB,
    "jwks_uri" TEXT COLLATE "C",
    "token_endpoint_auth_signing_alg" TEXT COLLATE "C",
    "id_token_signed_response_alg" TEXT COLLATE "C",
    "authorization_signed_response_alg" TEXT COLLATE "C",
    "request_object_signing_alg" TEXT COLLATE "C",
    "require_signed_request_object" BOOLEAN NOT NULL DEFAULT false,
    "require_pushed_authorization_requests" BOOLEAN NOT NULL DEFAULT false,
    "dpop_bound_access_tokens" BOOLEAN NOT NULL DEFAULT false,
    "backchannel_logout_uri" TEXT COLLATE "C",
    "backchannel_logout_session_required" BOOLEAN NOT NULL DEFAULT false,
    "subject_type" TEXT COLLATE "C" NOT NULL DEFAULT 'public',
    "sector_identifier_uri" TEXT COLLATE "C",
    "logo" BYTEA,
    "logo_type" TEXT COLLATE "C",
    "primary_color" TEXT COLLATE "C",
    "policy_uri" TEXT COLLATE "C",
    "tos_uri" TEXT COLLATE "C",
    "secret_digest" TEXT COLLATE "C",
    "secret_sealed" TEXT COLLATE "C",
    "registered_dynamically" BOOLEAN NOT NULL DEFAULT false,
    "built_in" BOOLEAN NOT NULL DEFAULT false,
    "metadata" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "clients_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "resources" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "identifier" TEXT COLLATE "C" NOT NULL,
    "identifier_key" TEXT COLLATE "C" NOT NULL,
    "trailing_slash_significant" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT COLLATE "C" NOT NULL,
    "scopes" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "scope_descriptions" JSONB NOT NULL DEFAULT '{}',
    "token_format" TEXT COLLATE "C" NOT NULL DEFAULT 'jwt',
    "access_token_ttl" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resources_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "identity_providers" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "catalogue_id" TEXT COLLATE "C",
    "display_name" TEXT COLLATE "C" NOT NULL,
    "issuer" TEXT COLLATE "C",
    "client_id" TEXT COLLATE "C" NOT NULL,
    "client_secret_sealed" TEXT COLLATE "C",
    "tenant" TEXT COLLATE "C",
    "team_id" TEXT COLLATE "C",
    "key_id" TEXT COLLATE "C",
    "signing_key_sealed" TEXT COLLATE "C",
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "scopes" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "email_trusted" BOOLEAN NOT NULL DEFAULT false,
    "provisioning" TEXT COLLATE "C" NOT NULL DEFAULT 'jit',
    "allowed_email_domains" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "email_claim" TEXT COLLATE "C",
    "accepts_global_token_revocation" BOOLEAN NOT NULL DEFAULT false,
    "accepts_back_channel_logout" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identity_providers_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "identities" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C",
    "linked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "identities_pkey" PRIMARY KEY ("project_id","provider_id","subject")
);

-- CreateTable
CREATE TABLE "upstream_sessions" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "upstream_sid" TEXT COLLATE "C",
    "account_id" TEXT COLLATE "C" NOT NULL,
    "session_uid" TEXT COLLATE "C" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upstream_sessions_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "federation_transactions" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT COLLATE "C" NOT NULL,
    "interaction_uid" TEXT COLLATE "C",
    "state_digest" TEXT COLLATE "C" NOT NULL,
    "nonce" TEXT COLLATE "C" NOT NULL,
    "verifier_sealed" TEXT COLLATE "C" NOT NULL,
    "result" JSONB,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "federation_transactions_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "instance" (
    "id" TEXT COLLATE "C" NOT NULL DEFAULT 'instance',
    "version" INTEGER NOT NULL DEFAULT 1,
    "base_url" TEXT COLLATE "C" NOT NULL,
    "default_project_id" TEXT COLLATE "C" NOT NULL,
    "administrators_project_id" TEXT COLLATE "C" NOT NULL,
    "system_team_id" TEXT COLLATE "C" NOT NULL,
    "super_team_id" TEXT COLLATE "C" NOT NULL,
    "setup_token_digest" TEXT COLLATE "C",
    "setup_completed_at" TIMESTAMPTZ(3),
    "activity_counted_since" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "instance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT COLLATE "C" NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "smtp_settings" (
    "id" TEXT COLLATE "C" NOT NULL DEFAULT 'smtp',
    "host" TEXT COLLATE "C" NOT NULL,
    "port" INTEGER NOT NULL,
    "secure" BOOLEAN NOT NULL,
    "username" TEXT COLLATE "C" NOT NULL,
    "password_sealed" TEXT COLLATE "C",
    "from_name" TEXT COLLATE "C" NOT NULL,
    "from_email" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "smtp_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "errorreport_settings" (
    "id" TEXT COLLATE "C" NOT NULL DEFAULT 'errorreport',
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "dsn_sealed" TEXT COLLATE "C",

    CONSTRAINT "errorreport_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plans" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "monthly_active_users" INTEGER,
    "projects_per_administrator" INTEGER,
    "applications_per_project" INTEGER,
    "apis_per_project" INTEGER,
    "enterprise_sign_in" BOOLEAN NOT NULL,
    "custom_slug" BOOLEAN NOT NULL,
    "custom_domain" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_clients" (
    "id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "key_proof" TEXT COLLATE "C" NOT NULL DEFAULT 'none',
    "reserved" BOOLEAN NOT NULL DEFAULT false,
    "created_by" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_confirmations" (
    "digest" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C" NOT NULL,
    "tool" TEXT COLLATE "C" NOT NULL,
    "arguments_digest" TEXT COLLATE "C" NOT NULL,
    "state_digest" TEXT COLLATE "C" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_confirmations_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "key_sets" (
    "id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "key_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signing_keys" (
    "key_set_id" TEXT COLLATE "C" NOT NULL,
    "kid" TEXT COLLATE "C" NOT NULL,
    "algorithm" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "private_sealed" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "promotable_at" TIMESTAMPTZ(3) NOT NULL,
    "signing_since" TIMESTAMPTZ(3),
    "signed_until" TIMESTAMPTZ(3),
    "removable_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("key_set_id","kid")
);

-- CreateTable
CREATE TABLE "oidc_sessions" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "uid" TEXT COLLATE "C",
    "account_id" TEXT COLLATE "C",
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_sessions_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oidc_grants" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C",
    "client_id" TEXT COLLATE "C",
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_grants_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oidc_authorization_codes" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "grant_id" TEXT COLLATE "C",
    "account_id" TEXT COLLATE "C",
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_authorization_codes_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oidc_access_tokens" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "grant_id" TEXT COLLATE "C",
    "account_id" TEXT COLLATE "C",
    "client_id" TEXT COLLATE "C",
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_access_tokens_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oidc_refresh_tokens" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "grant_id" TEXT COLLATE "C",
    "account_id" TEXT COLLATE "C",
    "client_id" TEXT COLLATE "C",
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_refresh_tokens_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oidc_device_codes" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "grant_id" TEXT COLLATE "C",
    "account_id" TEXT COLLATE "C",
    "user_code" TEXT COLLATE "C",
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_device_codes_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oidc_backchannel_requests" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "grant_id" TEXT COLLATE "C",
    "account_id" TEXT COLLATE "C",
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_backchannel_requests_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oidc_client_credentials_tokens" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C",
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_client_credentials_tokens_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oidc_interactions" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_interactions_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oidc_pushed_requests" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_pushed_requests_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oidc_replay_detections" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_replay_detections_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oidc_registration_tokens" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C",
    "kind" TEXT COLLATE "C" NOT NULL,
    "payload" JSONB NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_registration_tokens_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT COLLATE "C" NOT NULL,
    "action" TEXT COLLATE "C" NOT NULL,
    "target_type" TEXT COLLATE "C" NOT NULL,
    "target_id" TEXT COLLATE "C" NOT NULL,
    "target_scope" TEXT COLLATE "C" NOT NULL,
    "surface" TEXT COLLATE "C",
    "client_id" TEXT COLLATE "C",
    "project_id" TEXT COLLATE "C",
    "connection_id" TEXT COLLATE "C",
    "kid" TEXT COLLATE "C",
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbox" (
    "consumer" TEXT COLLATE "C" NOT NULL,
    "event_id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("consumer","event_id")
);

-- CreateTable
CREATE TABLE "leases" (
    "name" TEXT COLLATE "C" NOT NULL,
    "holder" TEXT COLLATE "C" NOT NULL,
    "fence" INTEGER NOT NULL DEFAULT 1,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "leases_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "throttles" (
    "bucket" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "level" INTEGER NOT NULL DEFAULT 0,
    "window_started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "throttles_pkey" PRIMARY KEY ("bucket","key")
);

-- CreateTable
CREATE TABLE "faults" (
    "id" TEXT COLLATE "C" NOT NULL,
    "fingerprint" TEXT COLLATE "C" NOT NULL,
    "error_code" TEXT COLLATE "C" NOT NULL,
    "message" TEXT COLLATE "C" NOT NULL,
    "stack" TEXT COLLATE "C",
    "route" TEXT COLLATE "C",
    "surface" TEXT COLLATE "C",
    "service" TEXT COLLATE "C" NOT NULL,
    "status" INTEGER,
    "client_id" TEXT COLLATE "C",
    "actor" TEXT COLLATE "C",
    "occurrences" INTEGER NOT NULL DEFAULT 0,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "faults_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fault_samples" (
    "reference" TEXT COLLATE "C" NOT NULL,
    "fault_id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT COLLATE "C",
    "release" TEXT COLLATE "C",
    "instance" TEXT COLLATE "C",

    CONSTRAINT "fault_samples_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "faults_dropped" (
    "service" TEXT COLLATE "C" NOT NULL,
    "dropped" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "faults_dropped_pkey" PRIMARY KEY ("service")
);

-- CreateTable
CREATE TABLE "activity_marks" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "day" DATE NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "activity_marks_pkey" PRIMARY KEY ("project_id","day","account_id","kind")
);

-- CreateTable
CREATE TABLE "activity_months" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "month" DATE NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "people" INTEGER NOT NULL,

    CONSTRAINT "activity_months_pkey" PRIMARY KEY ("project_id","month","kind")
);

-- CreateTable
CREATE TABLE "projects" (
    "id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT COLLATE "C" NOT NULL,
    "display_name" TEXT COLLATE "C",
    "address_form" TEXT COLLATE "C" NOT NULL,
    "slug" TEXT COLLATE "C",
    "host" TEXT COLLATE "C",
    "password_login" BOOLEAN NOT NULL DEFAULT true,
    "registration_open" BOOLEAN NOT NULL DEFAULT false,
    "email_verification_required" BOOLEAN NOT NULL DEFAULT false,
    "verification_method" TEXT COLLATE "C" NOT NULL DEFAULT 'link',
    "totp_required" BOOLEAN NOT NULL DEFAULT false,
    "team_id" TEXT COLLATE "C" NOT NULL,
    "reserved" TEXT COLLATE "C",
    "system" BOOLEAN NOT NULL DEFAULT false,
    "plan_id" TEXT COLLATE "C",
    "host_reached_at" TIMESTAMPTZ(3),
    "deletion_scheduled_at" TIMESTAMPTZ(3),
    "purge_at" TIMESTAMPTZ(3),
    "deletion_scheduled_by" TEXT COLLATE "C",
    "purge_started_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "address_tombstones" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "project_id" TEXT COLLATE "C" NOT NULL,
    "vacated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "address_tombstones_pkey" PRIMARY KEY ("kind","key")
);

-- CreateTable
CREATE TABLE "destroyed_projects" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "last_team_id" TEXT COLLATE "C",
    "last_owner" TEXT COLLATE "C",
    "destroyed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "destroyed_projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provisioning_connections" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "display_name" TEXT COLLATE "C" NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C" NOT NULL,
    "correlation_claim" TEXT COLLATE "C" NOT NULL,
    "correlation_attribute" TEXT COLLATE "C" NOT NULL,
    "email_trust" TEXT COLLATE "C" NOT NULL DEFAULT 'untrusted',
    "threshold_count" INTEGER,
    "threshold_window_seconds" INTEGER,
    "directory" TEXT COLLATE "C" NOT NULL DEFAULT 'generic',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "held_since" TIMESTAMPTZ(3),
    "refused_while_held" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provisioning_connections_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "provisioning_credentials" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "connection_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "secret_digest" TEXT COLLATE "C",
    "jwks" JSONB,
    "jwks_uri" TEXT COLLATE "C",
    "signing_alg" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "previous_ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "provisioning_credentials_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "provisioning_removals" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "connection_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provisioning_removals_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "hold_rows" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "connection_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "operation" TEXT COLLATE "C" NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "hold_rows_pkey" PRIMARY KEY ("project_id","connection_id","account_id")
);

-- CreateTable
CREATE TABLE "teams" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "personal_of" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_members" (
    "team_id" TEXT COLLATE "C" NOT NULL,
    "project_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("team_id","account_id")
);

-- CreateTable
CREATE TABLE "team_invitations" (
    "id" TEXT COLLATE "C" NOT NULL,
    "team_id" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "email_key" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "token_digest" TEXT COLLATE "C" NOT NULL,
    "invited_by" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "console_sessions" (
    "digest" TEXT COLLATE "C" NOT NULL,
    "project_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "active_team_id" TEXT COLLATE "C",
    "provider_id" TEXT COLLATE "C",
    "session_uid" TEXT COLLATE "C",
    "id_token_sealed" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "console_sessions_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "accounts_project_id_email_key_id_idx" ON "accounts"("project_id", "email_key", "id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_project_id_email_key_key" ON "accounts"("project_id", "email_key");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_project_id_username_key_key" ON "accounts"("project_id", "username_key");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_project_id_connection_id_external_id_key" ON "accounts"("project_id", "connection_id", "external_id");

-- CreateIndex
CREATE INDEX "account_tokens_expires_at_idx" ON "account_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_tokens_project_id_account_id_purpose_key" ON "account_tokens"("project_id", "account_id", "purpose");

-- CreateIndex
CREATE UNIQUE INDEX "groups_project_id_display_name_key_key" ON "groups"("project_id", "display_name_key");

-- CreateIndex
CREATE UNIQUE INDEX "groups_project_id_connection_id_external_id_key" ON "groups"("project_id", "connection_id", "external_id");

-- CreateIndex
CREATE INDEX "group_members_project_id_account_id_idx" ON "group_members"("project_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "clients_id_key" ON "clients"("id");

-- CreateIndex
CREATE UNIQUE INDEX "resources_namespace_identifier_key_key" ON "resources"("namespace", "identifier_key");

-- CreateIndex
CREATE INDEX "identities_project_id_account_id_idx" ON "identities"("project_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "identities_project_id_provider_id_account_id_key" ON "identities"("project_id", "provider_id", "account_id");

-- CreateIndex
CREATE INDEX "upstream_sessions_project_id_provider_id_subject_idx" ON "upstream_sessions"("project_id", "provider_id", "subject");

-- CreateIndex
CREATE INDEX "upstream_sessions_project_id_provider_id_upstream_sid_idx" ON "upstream_sessions"("project_id", "provider_id", "upstream_sid");

-- CreateIndex
CREATE INDEX "upstream_sessions_expires_at_idx" ON "upstream_sessions"("expires_at");

-- CreateIndex
CREATE INDEX "federation_transactions_expires_at_idx" ON "federation_transactions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "federation_transactions_project_id_state_digest_key" ON "federation_transactions"("project_id", "state_digest");

-- CreateIndex
CREATE UNIQUE INDEX "agent_clients_client_id_key" ON "agent_clients"("client_id");

-- CreateIndex
CREATE INDEX "agent_confirmations_expires_at_idx" ON "agent_confirmations"("expires_at");

-- CreateIndex
CREATE INDEX "signing_keys_key_set_id_created_at_idx" ON "signing_keys"("key_set_id", "created_at");

-- CreateIndex
CREATE INDEX "oidc_sessions_project_id_account_id_idx" ON "oidc_sessions"("project_id", "account_id");

-- CreateIndex
CREATE INDEX "oidc_sessions_expires_at_idx" ON "oidc_sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oidc_sessions_project_id_uid_key" ON "oidc_sessions"("project_id", "uid");

-- CreateIndex
CREATE INDEX "oidc_grants_project_id_account_id_idx" ON "oidc_grants"("project_id", "account_id");

-- CreateIndex
CREATE INDEX "oidc_grants_expires_at_idx" ON "oidc_grants"("expires_at");

-- CreateIndex
CREATE INDEX "oidc_authorization_codes_project_id_grant_id_idx" ON "oidc_authorization_codes"("project_id", "grant_id");

-- CreateIndex
CREATE INDEX "oidc_authorization_codes_project_id_account_id_idx" ON "oidc_authorization_codes"("project_id", "account_id");

-- CreateIndex
CREATE INDEX "oidc_authorization_codes_expires_at_idx" ON "oidc_authorization_codes"("expires_at");

-- CreateIndex
CREATE INDEX "oidc_access_tokens_project_id_grant_id_idx" ON "oidc_access_tokens"("project_id", "grant_id");

-- CreateIndex
CREATE INDEX "oidc_access_tokens_project_id_account_id_idx" ON "oidc_access_tokens"("project_id", "account_id");

-- CreateIndex
CREATE INDEX "oidc_access_tokens_expires_at_idx" ON "oidc_access_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "oidc_refresh_tokens_project_id_grant_id_idx" ON "oidc_refresh_tokens"("project_id", "grant_id");

-- CreateIndex
CREATE INDEX "oidc_refresh_tokens_project_id_account_id_idx" ON "oidc_refresh_tokens"("project_id", "account_id");

-- CreateIndex
CREATE INDEX "oidc_refresh_tokens_expires_at_idx" ON "oidc_refresh_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "oidc_device_codes_project_id_grant_id_idx" ON "oidc_device_codes"("project_id", "grant_id");

-- CreateIndex
CREATE INDEX "oidc_device_codes_project_id_account_id_idx" ON "oidc_device_codes"("project_id", "account_id");

-- CreateIndex
CREATE INDEX "oidc_device_codes_expires_at_idx" ON "oidc_device_codes"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oidc_device_codes_project_id_user_code_key" ON "oidc_device_codes"("project_id", "user_code");

-- CreateIndex
CREATE INDEX "oidc_backchannel_requests_project_id_grant_id_idx" ON "oidc_backchannel_requests"("project_id", "grant_id");

-- CreateIndex
CREATE INDEX "oidc_backchannel_requests_project_id_account_id_idx" ON "oidc_backchannel_requests"("project_id", "account_id");

-- CreateIndex
CREATE INDEX "oidc_backchannel_requests_expires_at_idx" ON "oidc_backchannel_requests"("expires_at");

-- CreateIndex
CREATE INDEX "oidc_client_credentials_tokens_project_id_client_id_idx" ON "oidc_client_credentials_tokens"("project_id", "client_id");

-- CreateIndex
CREATE INDEX "oidc_client_credentials_tokens_expires_at_idx" ON "oidc_client_credentials_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "oidc_interactions_expires_at_idx" ON "oidc_interactions"("expires_at");

-- CreateIndex
CREATE INDEX "oidc_pushed_requests_expires_at_idx" ON "oidc_pushed_requests"("expires_at");

-- CreateIndex
CREATE INDEX "oidc_replay_detections_expires_at_idx" ON "oidc_replay_detections"("expires_at");

-- CreateIndex
CREATE INDEX "oidc_registration_tokens_project_id_client_id_idx" ON "oidc_registration_tokens"("project_id", "client_id");

-- CreateIndex
CREATE INDEX "oidc_registration_tokens_expires_at_idx" ON "oidc_registration_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "audit_entries_at_id_idx" ON "audit_entries"("at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_actor_at_id_idx" ON "audit_entries"("actor", "at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_target_id_at_id_idx" ON "audit_entries"("target_id", "at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_project_id_at_id_idx" ON "audit_entries"("project_id", "at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_target_scope_at_id_idx" ON "audit_entries"("target_scope", "at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_connection_id_at_id_idx" ON "audit_entries"("connection_id", "at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_action_at_id_idx" ON "audit_entries"("action", "at", "id");

-- CreateIndex
CREATE INDEX "outbox_published_at_created_at_idx" ON "outbox"("published_at", "created_at");

-- CreateIndex
CREATE INDEX "inbox_at_idx" ON "inbox"("at");

-- CreateIndex
CREATE INDEX "throttles_expires_at_idx" ON "throttles"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "faults_fingerprint_key" ON "faults"("fingerprint");

-- CreateIndex
CREATE INDEX "faults_last_seen_at_id_idx" ON "faults"("last_seen_at", "id");

-- CreateIndex
CREATE INDEX "fault_samples_fault_id_at_idx" ON "fault_samples"("fault_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "projects_slug_key" ON "projects"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "projects_host_key" ON "projects"("host");

-- CreateIndex
CREATE UNIQUE INDEX "projects_reserved_key" ON "projects"("reserved");

-- CreateIndex
CREATE INDEX "projects_team_id_idx" ON "projects"("team_id");

-- CreateIndex
CREATE INDEX "projects_plan_id_idx" ON "projects"("plan_id");

-- CreateIndex
CREATE INDEX "projects_purge_at_idx" ON "projects"("purge_at");

-- CreateIndex
CREATE UNIQUE INDEX "provisioning_connections_client_id_key" ON "provisioning_connections"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "provisioning_connections_project_id_provider_id_key" ON "provisioning_connections"("project_id", "provider_id");

-- CreateIndex
CREATE INDEX "provisioning_credentials_project_id_connection_id_idx" ON "provisioning_credentials"("project_id", "connection_id");

-- CreateIndex
CREATE UNIQUE INDEX "provisioning_credentials_secret_digest_key" ON "provisioning_credentials"("secret_digest");

-- CreateIndex
CREATE INDEX "provisioning_removals_project_id_connection_id_at_idx" ON "provisioning_removals"("project_id", "connection_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "teams_personal_of_key" ON "teams"("personal_of");

-- CreateIndex
CREATE INDEX "team_members_project_id_account_id_idx" ON "team_members"("project_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "team_invitations_token_digest_key" ON "team_invitations"("token_digest");

-- CreateIndex
CREATE INDEX "team_invitations_invited_by_created_at_idx" ON "team_invitations"("invited_by", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "team_invitations_team_id_email_key_key" ON "team_invitations"("team_id", "email_key");

-- CreateIndex
CREATE INDEX "console_sessions_project_id_account_id_idx" ON "console_sessions"("project_id", "account_id");

-- CreateIndex
CREATE INDEX "console_sessions_expires_at_idx" ON "console_sessions"("expires_at");

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_project_id_connection_id_fkey" FOREIGN KEY ("project_id", "connection_id") REFERENCES "provisioning_connections"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "groups" ADD CONSTRAINT "groups_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "groups" ADD CONSTRAINT "groups_project_id_connection_id_fkey" FOREIGN KEY ("project_id", "connection_id") REFERENCES "provisioning_connections"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_project_id_group_id_fkey" FOREIGN KEY ("project_id", "group_id") REFERENCES "groups"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clients" ADD CONSTRAINT "clients_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resources" ADD CONSTRAINT "resources_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_providers" ADD CONSTRAINT "identity_providers_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_project_id_provider_id_fkey" FOREIGN KEY ("project_id", "provider_id") REFERENCES "identity_providers"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upstream_sessions" ADD CONSTRAINT "upstream_sessions_project_id_provider_id_fkey" FOREIGN KEY ("project_id", "provider_id") REFERENCES "identity_providers"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_key_set_id_fkey" FOREIGN KEY ("key_set_id") REFERENCES "key_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fault_samples" ADD CONSTRAINT "fault_samples_fault_id_fkey" FOREIGN KEY ("fault_id") REFERENCES "faults"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provisioning_connections" ADD CONSTRAINT "provisioning_connections_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provisioning_connections" ADD CONSTRAINT "provisioning_connections_project_id_provider_id_fkey" FOREIGN KEY ("project_id", "provider_id") REFERENCES "identity_providers"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provisioning_credentials" ADD CONSTRAINT "provisioning_credentials_project_id_connection_id_fkey" FOREIGN KEY ("project_id", "connection_id") REFERENCES "provisioning_connections"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provisioning_removals" ADD CONSTRAINT "provisioning_removals_project_id_connection_id_fkey" FOREIGN KEY ("project_id", "connection_id") REFERENCES "provisioning_connections"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hold_rows" ADD CONSTRAINT "hold_rows_project_id_connection_id_fkey" FOREIGN KEY ("project_id", "connection_id") REFERENCES "provisioning_connections"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hold_rows" ADD CONSTRAINT "hold_rows_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "console_sessions" ADD CONSTRAINT "console_sessions_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
