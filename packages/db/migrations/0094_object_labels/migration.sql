-- AlterTable
ALTER TABLE "instance" ADD COLUMN     "labels_used" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "object_labels" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "object_id" TEXT COLLATE "C" NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "managed_by_tool" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "object_labels_pkey" PRIMARY KEY ("project_id","kind","object_id")
);

-- CreateIndex
CREATE INDEX "object_labels_labels_idx" ON "object_labels" USING GIN ("labels");

-- CreateIndex
CREATE INDEX "object_labels_managed_by_tool_project_id_idx" ON "object_labels"("managed_by_tool", "project_id");

-- AddForeignKey
ALTER TABLE "object_labels" ADD CONSTRAINT "object_labels_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Labels disappear with their object. Those of a project are deleted by the foreign key.
CREATE FUNCTION delete_labels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM object_labels WHERE project_id = OLD.project_id AND kind = TG_ARGV[0] AND object_id = OLD.id;
  RETURN NULL;
END
$$;

CREATE FUNCTION delete_labels_of_api() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM object_labels WHERE project_id = OLD.project_id AND kind = 'api' AND object_id = OLD.identifier;
  RETURN NULL;
END
$$;

CREATE FUNCTION delete_labels_of_instance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM object_labels WHERE project_id = (SELECT administrators_project_id FROM instance)
    AND kind = TG_ARGV[0] AND object_id = OLD.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER accounts_labels AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION delete_labels('user');

CREATE TRIGGER groups_labels AFTER DELETE ON groups FOR EACH ROW EXECUTE FUNCTION delete_labels('group');

CREATE TRIGGER clients_labels AFTER DELETE ON clients FOR EACH ROW EXECUTE FUNCTION delete_labels('application');

CREATE TRIGGER identity_providers_labels AFTER DELETE ON identity_providers
  FOR EACH ROW EXECUTE FUNCTION delete_labels('provider');

CREATE TRIGGER provisioning_connections_labels AFTER DELETE ON provisioning_connections
  FOR EACH ROW EXECUTE FUNCTION delete_labels('connection');

CREATE TRIGGER resources_labels AFTER DELETE ON resources FOR EACH ROW EXECUTE FUNCTION delete_labels_of_api();

CREATE TRIGGER teams_labels AFTER DELETE ON teams FOR EACH ROW EXECUTE FUNCTION delete_labels_of_instance('team');

CREATE TRIGGER plans_labels AFTER DELETE ON plans FOR EACH ROW EXECUTE FUNCTION delete_labels_of_instance('plan');

CREATE TRIGGER agent_clients_labels AFTER DELETE ON agent_clients
  FOR EACH ROW EXECUTE FUNCTION delete_labels_of_instance('agent');

CREATE TRIGGER service_accounts_labels AFTER DELETE ON service_accounts
  FOR EACH ROW EXECUTE FUNCTION delete_labels_of_instance('service_account');
