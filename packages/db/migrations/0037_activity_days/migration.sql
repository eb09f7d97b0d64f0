-- CreateTable
CREATE TABLE "activity_days" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "day" DATE NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "people" INTEGER NOT NULL,

    CONSTRAINT "activity_days_pkey" PRIMARY KEY ("project_id","day","kind")
);

ALTER TABLE activity_days
  ADD CONSTRAINT activity_days_kind CHECK (kind IN ('total', 'local', 'upstream', 'renewal', 'directory'));
