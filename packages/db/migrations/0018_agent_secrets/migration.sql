-- AlterTable
ALTER TABLE "agent_clients" ADD COLUMN     "project_ids" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "secrets" TEXT COLLATE "C" NOT NULL DEFAULT 'reveal';

-- A machine has nobody at hand who could open a link.
UPDATE "agent_clients" SET "secrets" = 'values' WHERE "acts_for" IS NOT NULL;

ALTER TABLE agent_clients ADD CONSTRAINT agent_clients_secrets CHECK (secrets IN ('reveal', 'values'));

-- CreateTable
CREATE TABLE "agent_refusals" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "calls" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "agent_refusals_pkey" PRIMARY KEY ("client_id")
);

-- CreateTable
CREATE TABLE "secret_reveals" (
    "id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C" NOT NULL,
    "tool" TEXT COLLATE "C" NOT NULL,
    "input" JSONB NOT NULL,
    "fields" TEXT[] COLLATE "C",
    "sealed" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "secret_reveals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "secret_reveals_expires_at_idx" ON "secret_reveals"("expires_at");
