-- CreateTable
CREATE TABLE "mail_texts" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "language" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C",
    "intro" TEXT COLLATE "C",
    "button" TEXT COLLATE "C",
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_texts_pkey" PRIMARY KEY ("project_id","kind","language")
);

-- AddForeignKey
ALTER TABLE "mail_texts" ADD CONSTRAINT "mail_texts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
