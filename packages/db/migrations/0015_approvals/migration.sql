-- AlterTable
ALTER TABLE "agent_clients" ADD COLUMN     "approval" TEXT COLLATE "C" NOT NULL DEFAULT 'ask';

-- AlterTable
ALTER TABLE "console_sessions" ADD COLUMN     "authenticated_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "agent_approvals" (
    "id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C" NOT NULL,
    "tool" TEXT COLLATE "C" NOT NULL,
    "arguments_digest" TEXT COLLATE "C" NOT NULL,
    "state_digest" TEXT COLLATE "C" NOT NULL,
    "input" JSONB NOT NULL,
    "shows" JSONB NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL DEFAULT 'pending',
    "note" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_approvals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "agent_approvals_account_id_created_at_idx" ON "agent_approvals"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "agent_approvals_expires_at_idx" ON "agent_approvals"("expires_at");

ALTER TABLE agent_clients ADD CONSTRAINT agent_clients_approval CHECK (approval IN ('ask', 'self', 'never'));

ALTER TABLE agent_approvals
  ADD CONSTRAINT agent_approvals_status CHECK (status IN ('pending', 'approved', 'refused', 'used')),
  ADD CONSTRAINT agent_approvals_decided CHECK ((status = 'pending') = (decided_at IS NULL)),
  ADD CONSTRAINT agent_approvals_used CHECK ((status = 'used') = (used_at IS NOT NULL));
