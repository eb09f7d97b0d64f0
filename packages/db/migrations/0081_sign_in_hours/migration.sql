-- AlterTable
ALTER TABLE "instance" ADD COLUMN     "sign_ins_counted_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "sign_in_hours" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT COLLATE "C" NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_hours_pkey" PRIMARY KEY ("project_id","hour","method","outcome","provider_id")
);

-- CreateIndex
CREATE INDEX "sign_in_hours_expires_at_idx" ON "sign_in_hours"("expires_at");

-- AddForeignKey
ALTER TABLE "sign_in_hours" ADD CONSTRAINT "sign_in_hours_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
