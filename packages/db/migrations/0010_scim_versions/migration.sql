-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "profile_key" JSONB,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "version_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "groups" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "version_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- What a directory sees of an account or group has a version, whoever changes it.
CREATE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.version_at := now();
  RETURN NEW;
END
$$;

CREATE TRIGGER accounts_version
  BEFORE UPDATE OF username, email, external_id, active, profile, connection_id ON accounts
  FOR EACH ROW WHEN (
    (OLD.username, OLD.email, OLD.external_id, OLD.active, OLD.profile, OLD.connection_id)
    IS DISTINCT FROM (NEW.username, NEW.email, NEW.external_id, NEW.active, NEW.profile, NEW.connection_id))
  EXECUTE FUNCTION count_version();

CREATE TRIGGER groups_version
  BEFORE UPDATE OF display_name, external_id, connection_id ON groups
  FOR EACH ROW WHEN (
    (OLD.display_name, OLD.external_id, OLD.connection_id)
    IS DISTINCT FROM (NEW.display_name, NEW.external_id, NEW.connection_id))
  EXECUTE FUNCTION count_version();

-- What directories list and filter by. Accounts that no directory manages are in none of these.
CREATE INDEX accounts_managed ON accounts (project_id, connection_id, id) WHERE connection_id IS NOT NULL;

CREATE INDEX accounts_managed_inactive ON accounts (project_id, connection_id, id)
  WHERE connection_id IS NOT NULL AND NOT active;

CREATE INDEX accounts_managed_version_at ON accounts (project_id, connection_id, version_at)
  WHERE connection_id IS NOT NULL;

CREATE INDEX accounts_managed_display_name
  ON accounts (project_id, connection_id, ((profile_key->>'displayName') COLLATE "C"))
  WHERE connection_id IS NOT NULL;

CREATE INDEX accounts_managed_emails ON accounts USING gin ((profile_key->'emails') jsonb_path_ops)
  WHERE connection_id IS NOT NULL;

CREATE INDEX groups_managed ON groups (project_id, connection_id, id) WHERE connection_id IS NOT NULL;
