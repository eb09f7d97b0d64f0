-- CreateTable
CREATE TABLE "unmatched_users" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "connection_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "claim" TEXT COLLATE "C" NOT NULL,
    "stated" TEXT COLLATE "C" NOT NULL,
    "attribute" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unmatched_users_pkey" PRIMARY KEY ("project_id","account_id")
);

-- CreateIndex
CREATE INDEX "unmatched_users_project_id_connection_id_at_idx" ON "unmatched_users"("project_id", "connection_id", "at");

-- CreateIndex
CREATE INDEX "unmatched_users_expires_at_idx" ON "unmatched_users"("expires_at");

-- AddForeignKey
ALTER TABLE "unmatched_users" ADD CONSTRAINT "unmatched_users_project_id_connection_id_fkey" FOREIGN KEY ("project_id", "connection_id") REFERENCES "provisioning_connections"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unmatched_users" ADD CONSTRAINT "unmatched_users_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
