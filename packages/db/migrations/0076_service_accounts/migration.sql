-- CreateTable
CREATE TABLE "service_accounts" (
    "id" TEXT COLLATE "C" NOT NULL,
    "team_id" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "scopes" TEXT[] COLLATE "C",
    "keys" JSONB NOT NULL DEFAULT '[]',
    "workloads" JSONB NOT NULL DEFAULT '[]',
    "expires_at" TIMESTAMPTZ(3),
    "failed_exchanges" INTEGER NOT NULL DEFAULT 0,
    "last_failure" TEXT COLLATE "C",
    "last_failure_at" TIMESTAMPTZ(3),
    "created_by" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "service_accounts_team_id_idx" ON "service_accounts"("team_id");

-- AddForeignKey
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "service_accounts"
  ALTER COLUMN scopes SET NOT NULL,
  ADD CONSTRAINT service_accounts_role CHECK (role IN ('owner', 'member', 'support', 'viewer')),
  ADD CONSTRAINT service_accounts_credential CHECK (
    jsonb_typeof(keys) = 'array' AND jsonb_array_length(keys) <= 2
    AND jsonb_typeof(workloads) = 'array' AND jsonb_array_length(workloads) <= 5
    AND (keys = '[]') <> (workloads = '[]'));
