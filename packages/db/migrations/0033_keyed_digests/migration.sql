-- Arguments may contain a password, and their digests had no key. A call that waited is asked for again.
DELETE FROM idempotency_keys;

DELETE FROM agent_confirmations;

UPDATE agent_approvals SET arguments_digest = '', state_digest = '';
