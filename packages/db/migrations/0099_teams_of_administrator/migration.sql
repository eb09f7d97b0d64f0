-- DropIndex
DROP INDEX "team_limited_members_project_id_account_id_idx";

-- DropIndex
DROP INDEX "team_members_project_id_account_id_idx";

-- CreateIndex
CREATE INDEX "team_limited_members_account_id_project_id_idx" ON "team_limited_members"("account_id", "project_id");

-- CreateIndex
CREATE INDEX "team_members_account_id_project_id_idx" ON "team_members"("account_id", "project_id");
