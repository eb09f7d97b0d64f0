-- CreateTable
CREATE TABLE "approval_webhooks" (
    "id" TEXT COLLATE "C" NOT NULL DEFAULT 'approvals',
    "url" TEXT COLLATE "C" NOT NULL,
    "secret_sealed" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval_messages" (
    "approval_id" TEXT COLLATE "C" NOT NULL,
    "event" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL DEFAULT 'waiting',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "tried_at" TIMESTAMPTZ(3),
    "failure" TEXT COLLATE "C",

    CONSTRAINT "approval_messages_pkey" PRIMARY KEY ("approval_id","event")
);

-- CreateIndex
CREATE INDEX "approval_messages_state_due_at_idx" ON "approval_messages"("state", "due_at");

-- AddForeignKey
ALTER TABLE "approval_messages" ADD CONSTRAINT "approval_messages_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "agent_approvals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE approval_messages
  ADD CONSTRAINT approval_messages_event CHECK (event IN ('requested', 'approved', 'refused', 'expired')),
  ADD CONSTRAINT approval_messages_state CHECK (state IN ('waiting', 'delivered', 'failed'));
ALTER TABLE approval_webhooks ADD CONSTRAINT approval_webhooks_single CHECK (id = 'approvals');
