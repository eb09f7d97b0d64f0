-- CreateTable
CREATE TABLE "provisioning_requests" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "connection_id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT COLLATE "C" NOT NULL,
    "route" TEXT COLLATE "C" NOT NULL,
    "status" INTEGER NOT NULL,
    "problem" TEXT COLLATE "C",
    "attribute" TEXT COLLATE "C",
    "ignored" TEXT[] COLLATE "C",
    "target_id" TEXT COLLATE "C",
    "subjects" TEXT[] COLLATE "C",
    "milliseconds" INTEGER NOT NULL,

    CONSTRAINT "provisioning_requests_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "provisioning_requests_project_id_connection_id_id_idx" ON "provisioning_requests"("project_id", "connection_id", "id");

-- AddForeignKey
ALTER TABLE "provisioning_requests" ADD CONSTRAINT "provisioning_requests_project_id_connection_id_fkey" FOREIGN KEY ("project_id", "connection_id") REFERENCES "provisioning_connections"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
