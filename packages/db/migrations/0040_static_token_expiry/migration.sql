-- Static tokens of an earlier release had no expiry: a year after issue, and never sooner than 90 days after the upgrade.
UPDATE provisioning_credentials
SET expires_at = GREATEST(created_at + interval '1 year', now() + interval '90 days')
WHERE kind = 'static_token' AND expires_at IS NULL;
