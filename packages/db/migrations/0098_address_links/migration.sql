ALTER TABLE account_tokens
  DROP CONSTRAINT account_tokens_purpose,
  ADD CONSTRAINT account_tokens_purpose CHECK (purpose IN ('address', 'invitation', 'passkey', 'reset', 'verification'));
