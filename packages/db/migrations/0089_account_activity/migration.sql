-- AlterTable
ALTER TABLE "instance" ADD COLUMN     "last_activity_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "account_activity" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "last_day" DATE NOT NULL,

    CONSTRAINT "account_activity_pkey" PRIMARY KEY ("project_id","account_id")
);

-- AddForeignKey
ALTER TABLE "account_activity" ADD CONSTRAINT "account_activity_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The marks of this and the previous month have the last active days.
INSERT INTO account_activity (project_id, account_id, last_day)
SELECT m.project_id, m.account_id, max(m.day) FROM activity_marks m
  JOIN accounts a ON a.project_id = m.project_id AND a.id = m.account_id
GROUP BY 1, 2;
