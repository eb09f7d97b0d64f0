-- A list without members is empty, never unknown: Prisma leaves columns of lists nullable.

UPDATE agent_clients SET project_ids = COALESCE(project_ids, '{}'), scopes = COALESCE(scopes, '{}')
  WHERE num_nulls(project_ids, scopes) > 0;
ALTER TABLE agent_clients
  ALTER COLUMN project_ids SET NOT NULL,
  ALTER COLUMN scopes SET NOT NULL;

UPDATE clients SET authorization_details_types = COALESCE(authorization_details_types, '{}'), cors_origins = COALESCE(cors_origins, '{}'), grant_types = COALESCE(grant_types, '{}'), post_logout_redirect_uris = COALESCE(post_logout_redirect_uris, '{}'), redirect_uris = COALESCE(redirect_uris, '{}'), response_types = COALESCE(response_types, '{}')
  WHERE num_nulls(authorization_details_types, cors_origins, grant_types, post_logout_redirect_uris, redirect_uris, response_types) > 0;
ALTER TABLE clients
  ALTER COLUMN authorization_details_types SET NOT NULL,
  ALTER COLUMN cors_origins SET NOT NULL,
  ALTER COLUMN grant_types SET NOT NULL,
  ALTER COLUMN post_logout_redirect_uris SET NOT NULL,
  ALTER COLUMN redirect_uris SET NOT NULL,
  ALTER COLUMN response_types SET NOT NULL;

UPDATE identity_providers SET allowed_email_domains = COALESCE(allowed_email_domains, '{}'), scopes = COALESCE(scopes, '{}')
  WHERE num_nulls(allowed_email_domains, scopes) > 0;
ALTER TABLE identity_providers
  ALTER COLUMN allowed_email_domains SET NOT NULL,
  ALTER COLUMN scopes SET NOT NULL;

UPDATE provisioning_requests SET ignored = COALESCE(ignored, '{}'), subjects = COALESCE(subjects, '{}')
  WHERE num_nulls(ignored, subjects) > 0;
ALTER TABLE provisioning_requests
  ALTER COLUMN ignored SET NOT NULL,
  ALTER COLUMN subjects SET NOT NULL;

UPDATE resources SET scopes = COALESCE(scopes, '{}')
  WHERE num_nulls(scopes) > 0;
ALTER TABLE resources
  ALTER COLUMN scopes SET NOT NULL;

UPDATE secret_reveals SET fields = COALESCE(fields, '{}')
  WHERE num_nulls(fields) > 0;
ALTER TABLE secret_reveals
  ALTER COLUMN fields SET NOT NULL;
