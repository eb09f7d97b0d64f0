-- CreateTable
CREATE TABLE "client_errors" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C" NOT NULL,
    "endpoint" TEXT COLLATE "C" NOT NULL,
    "error" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "client_errors_pkey" PRIMARY KEY ("project_id","client_id","endpoint","error","reason","value")
);

-- CreateIndex
CREATE INDEX "client_errors_expires_at_idx" ON "client_errors"("expires_at");

-- AddForeignKey
ALTER TABLE "client_errors" ADD CONSTRAINT "client_errors_project_id_client_id_fkey" FOREIGN KEY ("project_id", "client_id") REFERENCES "clients"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
