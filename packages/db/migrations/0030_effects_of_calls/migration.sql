-- AlterTable
ALTER TABLE "agent_approvals" ADD COLUMN     "effects" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "needs_fresh_sign_in" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "agent_clients" ADD COLUMN     "approval_for" TEXT[] COLLATE "C" DEFAULT ARRAY['destroys', 'locks-out', 'lets-in', 'raises', 'exposes']::TEXT[];

-- CreateTable
CREATE TABLE "agent_suspensions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_suspensions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "agent_suspensions_client_id_account_id_key" ON "agent_suspensions"("client_id", "account_id");

-- Prisma leaves columns of lists nullable.
ALTER TABLE agent_clients
  ALTER COLUMN approval_for SET NOT NULL,
  ADD CONSTRAINT agent_clients_approval_for CHECK (
    approval_for <> '{}' AND approval_for <@ ARRAY['destroys', 'locks-out', 'lets-in', 'raises', 'exposes', 'high', 'writes']
  );

ALTER TABLE agent_approvals ALTER COLUMN effects SET NOT NULL;
