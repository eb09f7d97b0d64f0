-- AlterTable
ALTER TABLE "agent_clients" ADD COLUMN     "acts_for" TEXT COLLATE "C",
ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "grant_id" TEXT COLLATE "C",
ADD COLUMN     "jwks" JSONB,
ADD COLUMN     "scopes" TEXT[] COLLATE "C" DEFAULT ARRAY['admin:read', 'admin:write', 'admin:high']::TEXT[],
ADD COLUMN     "workload_issuer" TEXT COLLATE "C",
ADD COLUMN     "workload_subject" TEXT COLLATE "C";

-- A machine has the grant it acts by; what it proves itself with is its own only then, and of one kind.
ALTER TABLE agent_clients
  ADD CONSTRAINT agent_clients_scopes CHECK (
    cardinality(scopes) > 0 AND scopes <@ ARRAY['admin:read', 'admin:write', 'admin:high']::text[]),
  ADD CONSTRAINT agent_clients_machine CHECK ((acts_for IS NULL) = (grant_id IS NULL)),
  ADD CONSTRAINT agent_clients_workload CHECK ((workload_issuer IS NULL) = (workload_subject IS NULL)),
  ADD CONSTRAINT agent_clients_credential CHECK (
    (jwks IS NULL OR workload_issuer IS NULL) AND (acts_for IS NOT NULL OR (jwks IS NULL AND workload_issuer IS NULL)));
