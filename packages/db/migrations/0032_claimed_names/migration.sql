-- Every slug and host that a project has or had is one row that is never deleted. A project claims the name before it
-- takes it, so the key of this table decides between two projects, also while the owner is leaving.
INSERT INTO address_tombstones (kind, key, project_id)
SELECT 'slug', slug, id FROM projects WHERE slug IS NOT NULL
UNION ALL SELECT 'host', host, id FROM projects WHERE host IS NOT NULL
ON CONFLICT (kind, key) DO NOTHING;

CREATE FUNCTION claim_name(name_kind text, name text, owner text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for a concurrent claim of the same name; the row is returned only to its own project.
  INSERT INTO address_tombstones AS claimed (kind, key, project_id) VALUES (name_kind, name, owner)
  ON CONFLICT (kind, key) DO UPDATE SET vacated_at = now() WHERE claimed.project_id = EXCLUDED.project_id;
  IF NOT FOUND THEN
    RAISE unique_violation USING MESSAGE = 'the name belongs or belonged to another project',
      CONSTRAINT = 'address_tombstones_pkey', TABLE = 'address_tombstones';
  END IF;
END
$$;

CREATE FUNCTION claim_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.slug IS NOT NULL THEN
    PERFORM claim_name('slug', NEW.slug, NEW.id);
  END IF;
  IF NEW.host IS NOT NULL THEN
    PERFORM claim_name('host', NEW.host, NEW.id);
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER projects_claim_names_insert BEFORE INSERT ON projects
  FOR EACH ROW EXECUTE FUNCTION claim_names();

CREATE TRIGGER projects_claim_names_update BEFORE UPDATE OF slug, host ON projects
  FOR EACH ROW WHEN (NEW.slug IS DISTINCT FROM OLD.slug OR NEW.host IS DISTINCT FROM OLD.host)
  EXECUTE FUNCTION claim_names();
