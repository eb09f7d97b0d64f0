-- CreateTable
CREATE TABLE "mail_messages" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C",
    "invitation_id" TEXT COLLATE "C",
    "purpose" TEXT COLLATE "C" NOT NULL,
    "sealed" TEXT COLLATE "C",
    "state" TEXT COLLATE "C" NOT NULL DEFAULT 'waiting',
    "reason" TEXT COLLATE "C",
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "mail_messages_invitation_id_idx" ON "mail_messages"("invitation_id");

-- CreateIndex
CREATE INDEX "mail_messages_state_due_at_idx" ON "mail_messages"("state", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "mail_messages_project_id_account_id_purpose_key" ON "mail_messages"("project_id", "account_id", "purpose");

-- AddForeignKey
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "team_invitations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
