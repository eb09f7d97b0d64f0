-- CreateTable
CREATE TABLE "team_limited_members" (
    "team_id" TEXT COLLATE "C" NOT NULL,
    "project_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_limited_members_pkey" PRIMARY KEY ("team_id","account_id")
);

-- CreateIndex
CREATE INDEX "team_limited_members_project_id_account_id_idx" ON "team_limited_members"("project_id", "account_id");

-- AddForeignKey
ALTER TABLE "team_limited_members" ADD CONSTRAINT "team_limited_members_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_limited_members" ADD CONSTRAINT "team_limited_members_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "team_limited_members"
  ADD CONSTRAINT team_limited_members_role CHECK (role IN ('support', 'viewer'));

-- The previous release copies the role of an accepted invitation into team_members, whose check rejects it.
ALTER TABLE "team_invitations"
  DROP CONSTRAINT team_invitations_role,
  ADD CONSTRAINT team_invitations_role CHECK (role IN ('owner', 'member', 'support', 'viewer'));
