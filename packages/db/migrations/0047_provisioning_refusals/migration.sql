-- CreateTable
CREATE TABLE "provisioning_refusals" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "connection_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "alternate_key" TEXT COLLATE "C",
    "subjects" TEXT[] COLLATE "C",
    "name" TEXT COLLATE "C",
    "method" TEXT COLLATE "C" NOT NULL,
    "status" INTEGER NOT NULL,
    "problem" TEXT COLLATE "C" NOT NULL,
    "attribute" TEXT COLLATE "C",
    "target_id" TEXT COLLATE "C",
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provisioning_refusals_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "provisioning_refusals_project_id_connection_id_alternate_ke_idx" ON "provisioning_refusals"("project_id", "connection_id", "alternate_key");

-- CreateIndex
CREATE INDEX "provisioning_refusals_project_id_connection_id_last_at_idx" ON "provisioning_refusals"("project_id", "connection_id", "last_at");

-- CreateIndex
CREATE INDEX "provisioning_refusals_expires_at_idx" ON "provisioning_refusals"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "provisioning_refusals_project_id_connection_id_key_key" ON "provisioning_refusals"("project_id", "connection_id", "key");

-- AddForeignKey
ALTER TABLE "provisioning_refusals" ADD CONSTRAINT "provisioning_refusals_project_id_connection_id_fkey" FOREIGN KEY ("project_id", "connection_id") REFERENCES "provisioning_connections"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
