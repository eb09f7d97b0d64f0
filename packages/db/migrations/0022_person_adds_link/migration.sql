-- AlterTable
ALTER TABLE "federation_transactions" ADD COLUMN     "account_id" TEXT COLLATE "C",
ADD COLUMN     "session_uid" TEXT COLLATE "C";

-- A link is of the session and the account that it was begun in.
ALTER TABLE federation_transactions
  DROP CONSTRAINT federation_transactions_purpose,
  ADD CONSTRAINT federation_transactions_purpose CHECK (
    purpose IN ('sign_in', 'try') OR (purpose = 'link' AND session_uid IS NOT NULL AND account_id IS NOT NULL));
