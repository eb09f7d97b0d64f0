-- AlterTable
ALTER TABLE "agent_approvals" ADD COLUMN     "refused_by" TEXT COLLATE "C";
