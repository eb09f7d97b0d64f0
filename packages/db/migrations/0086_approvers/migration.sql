-- AlterTable
ALTER TABLE "agent_approvals" ADD COLUMN     "approver_role" TEXT COLLATE "C" NOT NULL DEFAULT 'member',
ADD COLUMN     "approver_team_id" TEXT COLLATE "C",
ADD COLUMN     "needs_second" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "reason" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "agent_clients" ADD COLUMN     "approver_role" TEXT COLLATE "C" NOT NULL DEFAULT 'member',
ADD COLUMN     "approver_team_id" TEXT COLLATE "C",
ADD COLUMN     "second_approval_for" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "agent_approval_votes" (
    "approval_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_approval_votes_pkey" PRIMARY KEY ("approval_id","account_id")
);

-- AddForeignKey
ALTER TABLE "agent_approval_votes" ADD CONSTRAINT "agent_approval_votes_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "agent_approvals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "agent_clients" ALTER COLUMN second_approval_for SET NOT NULL,
  ADD CONSTRAINT agent_clients_approver_role CHECK (approver_role IN ('owner', 'member'));
