-- CreateTable
CREATE TABLE "project_moves" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "issuer" TEXT COLLATE "C" NOT NULL,
    "keys" JSONB NOT NULL,
    "keys_until" TIMESTAMPTZ(3) NOT NULL,
    "identity_sealed" TEXT COLLATE "C" NOT NULL,
    "recipient" TEXT COLLATE "C" NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_moves_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "project_moves_keys_until_idx" ON "project_moves"("keys_until");

-- AddForeignKey
ALTER TABLE "project_moves" ADD CONSTRAINT "project_moves_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
