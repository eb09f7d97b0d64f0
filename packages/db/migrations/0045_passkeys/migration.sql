-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "passkey_user_verification" TEXT COLLATE "C" NOT NULL DEFAULT 'required',
ADD COLUMN     "passkeys" TEXT COLLATE "C" NOT NULL DEFAULT 'allowed';

-- CreateTable
CREATE TABLE "passkeys" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "credential_id" TEXT COLLATE "C" NOT NULL,
    "public_key" TEXT COLLATE "C" NOT NULL,
    "rp_id" TEXT COLLATE "C" NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "aaguid" TEXT COLLATE "C" NOT NULL,
    "transports" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "synced" BOOLEAN NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "passkey_users" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "handle" TEXT COLLATE "C" NOT NULL,
    "asked_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkey_users_pkey" PRIMARY KEY ("project_id","account_id")
);

-- CreateTable
CREATE TABLE "passkey_challenges" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT COLLATE "C" NOT NULL,
    "bound_to" TEXT COLLATE "C" NOT NULL,
    "challenge" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C",
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY ("project_id","purpose","bound_to")
);

-- CreateIndex
CREATE INDEX "passkeys_project_id_account_id_idx" ON "passkeys"("project_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_project_id_credential_id_key" ON "passkeys"("project_id", "credential_id");

-- CreateIndex
CREATE UNIQUE INDEX "passkey_users_project_id_handle_key" ON "passkey_users"("project_id", "handle");

-- CreateIndex
CREATE INDEX "passkey_challenges_expires_at_idx" ON "passkey_challenges"("expires_at");

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey_users" ADD CONSTRAINT "passkey_users_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE passkeys
  ALTER COLUMN transports SET NOT NULL,
  ADD CONSTRAINT passkeys_counter CHECK (counter BETWEEN 0 AND 4294967295),
  ADD CONSTRAINT passkeys_backed_up CHECK (synced OR NOT backed_up);

ALTER TABLE projects
  ADD CONSTRAINT projects_passkeys CHECK (passkeys IN ('off', 'allowed', 'preferred', 'required')),
  ADD CONSTRAINT projects_passkey_user_verification CHECK (passkey_user_verification IN ('required', 'preferred'));
