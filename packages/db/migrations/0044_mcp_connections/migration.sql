-- AlterTable
ALTER TABLE "agent_clients" ADD COLUMN     "shared" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "agent_requests" (
    "id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "redirect_uri" TEXT COLLATE "C" NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL DEFAULT 'waiting',
    "account_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "agent_requests_client_id_key" ON "agent_requests"("client_id");

-- CreateIndex
CREATE INDEX "agent_requests_expires_at_idx" ON "agent_requests"("expires_at");

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "client_document_hosts" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "client_documents" TEXT COLLATE "C",
ADD COLUMN     "client_registration" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "resources" ADD COLUMN     "mcp_server" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE projects
  ALTER COLUMN client_document_hosts SET NOT NULL,
  ADD CONSTRAINT projects_client_registration CHECK (client_registration IN ('off', 'token', 'open')),
  ADD CONSTRAINT projects_client_documents CHECK (client_documents IN ('off', 'on'));

ALTER TABLE agent_requests
  ADD CONSTRAINT agent_requests_status CHECK (status IN ('waiting', 'declined'));

-- AlterTable
ALTER TABLE "agent_clients" ADD COLUMN     "approval_minutes" INTEGER NOT NULL DEFAULT 15;
