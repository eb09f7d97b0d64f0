-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "root_id" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "federation_transactions" ADD COLUMN     "issuer" TEXT COLLATE "C";

-- CreateIndex
CREATE UNIQUE INDEX "identity_providers_root_id_key" ON "identity_providers"("root_id");

-- Two projects share the root address. Where both have a provider with one id, that of the administrators keeps the
-- address; the other one is disabled until it is the only one with the id.
UPDATE identity_providers p SET root_id = p.id FROM projects j
WHERE j.id = p.project_id AND j.address_form = 'root' AND NOT EXISTS (
  SELECT 1 FROM identity_providers o JOIN instance i ON i.administrators_project_id = o.project_id
  WHERE o.id = p.id AND o.project_id <> p.project_id);

UPDATE identity_providers p SET enabled = false FROM projects j
WHERE j.id = p.project_id AND j.address_form = 'root' AND p.root_id IS NULL;

UPDATE projects SET version = version + 1 WHERE address_form = 'root';

-- A provider has no root address only when the row of its project, as this role sees it, has an address of its own.
CREATE FUNCTION claim_provider_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.root_id := CASE WHEN EXISTS (
    SELECT 1 FROM projects WHERE id = NEW.project_id AND address_form <> 'root') THEN NULL ELSE NEW.id END;
  RETURN NEW;
END
$$;

CREATE TRIGGER identity_providers_claim_address_insert BEFORE INSERT ON identity_providers
  FOR EACH ROW EXECUTE FUNCTION claim_provider_address();

CREATE TRIGGER identity_providers_claim_address_update BEFORE UPDATE OF id, project_id, enabled ON identity_providers
  FOR EACH ROW WHEN (NEW.enabled) EXECUTE FUNCTION claim_provider_address();

CREATE FUNCTION claim_provider_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity_providers SET root_id = CASE WHEN NEW.address_form = 'root' THEN id END WHERE project_id = NEW.id;
  RETURN NEW;
END
$$;

CREATE TRIGGER projects_claim_provider_addresses AFTER UPDATE OF address_form ON projects
  FOR EACH ROW WHEN (NEW.address_form IS DISTINCT FROM OLD.address_form) EXECUTE FUNCTION claim_provider_addresses();
