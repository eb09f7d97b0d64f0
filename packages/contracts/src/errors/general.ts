import { entry } from './entry.ts'

export const generalErrors = {
  // Shape and identity.
  invalid_request: entry(400, 'The request is not valid', 'Correct the fields named in errors.'),
  unauthenticated: entry(401, 'Sign in first', 'Sign in to the console or present a valid bearer token.'),
  wrong_origin: entry(403, 'The request came from another site', 'Send it from the console itself.'),
  console_only: entry(
    403,
    'This operation is available only in the console',
    'Ask an administrator to do it in the console.',
  ),
  insufficient_scope: entry(
    403,
    'The token does not carry the scope for this operation',
    'Ask for a token with the scope named in detail.',
  ),
  forbidden: entry(403, 'You may not do this', 'Ask an administrator with the right that detail names.'),
  not_found: entry(
    404,
    'There is nothing here',
    'Check the id; it may have been removed, or may not be yours to see.',
  ),
  method_not_allowed: entry(405, 'The method is not allowed here', 'Use a method named in the Allow header.'),
  body_too_large: entry(413, 'The request body is larger than 1 MiB', 'Send a smaller body.'),
  unsupported_media_type: entry(
    415,
    'The body must be application/json',
    'Send Content-Type: application/json.',
  ),
  invalid_value: entry(422, 'A value breaks a rule', 'Correct the fields named in errors.'),
  rate_limited: entry(429, 'Too many requests', 'Wait for retryAfter seconds.'),
  internal: entry(500, 'Something went wrong on our side', 'Report the reference to your operator.'),
  unavailable: entry(503, 'A service this depends on is not available', 'Try again shortly.'),
  preview_required: entry(
    409,
    'Confirm the change first',
    'Repeat the request with confirm true and the expect it answered.',
  ),
  stale_preview: entry(
    409,
    'The confirmed change is no longer current',
    'Read the fresh preview and confirm it instead.',
  ),
  precondition_failed: entry(
    412,
    'The object has changed since you read it',
    'Compare current with your copy, and repeat the change with the ETag of a fresh read.',
  ),
  confirmation_required: entry(
    409,
    'This change needs a confirmation',
    'Repeat the call with the same arguments and the confirmation it answered.',
  ),
  confirmation_invalid: entry(
    409,
    'The confirmation does not match this call',
    'The target or the arguments differ from the confirmed ones, or the confirmation was used: call without it to get a fresh one.',
  ),
  approval_pending: entry(
    409,
    'A person has not decided yet',
    'Ask your user to decide in the console, and repeat the call with the same arguments and confirmation.',
  ),
  approval_refused: entry(
    403,
    'A person refused this call',
    'Do not repeat it. The note says why, where one was written.',
  ),
  approval_expired: entry(
    409,
    'The approval expired',
    'The time of the agent’s entry passed before it was decided and used. The agent repeats its call to request another.',
  ),
  approval_limit: entry(
    429,
    'Too many calls of this agent wait for an approval',
    'Wait until the administrator has decided about the calls that wait.',
  ),
  approval_cool_down: entry(
    429,
    'A person refused a call of this agent a moment ago',
    'Wait for retryAfter seconds before another call that needs an approval.',
  ),
  idempotency_in_progress: entry(
    409,
    'The call with this idempotency key is under way',
    'Repeat it in a moment; it is answered as the first one was.',
  ),
  idempotency_key_reused: entry(
    422,
    'The idempotency key belongs to another call',
    'Choose a fresh key, or repeat the very call it was used for.',
  ),
  // State shared by several nouns.
  already_exists: entry(409, 'Something with this name already exists', 'Choose another name.'),
  plan_limit: entry(
    409,
    'The plan does not allow this',
    'Move the project to another plan, or remove something.',
  ),
  sent_recently: entry(429, 'A message was sent there a moment ago', 'Wait for retryAfter seconds.'),
  mail_not_configured: entry(409, 'Mail delivery is not configured', 'Configure mail in Settings first.'),
  mail_refused: entry(
    409,
    'The mail server did not accept the message',
    "Correct the mail settings; detail carries the mail server's own reply.",
  ),
  already_verified: entry(409, 'The address is verified already', 'Nothing needs to be done.'),
  authenticator_not_enrolled: entry(409, 'No authenticator is enrolled', 'Nothing needs to be done.'),
} as const
