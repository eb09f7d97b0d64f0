import { entry } from './entry.ts'

/** Administrators, teams, settings, plans, audit, faults and agent clients. */
export const instanceErrors = {
  already_set_up: entry(
    409,
    'An administrator exists already',
    'Sign in, or ask an administrator to invite you.',
  ),
  setup_token_required: entry(
    403,
    'The setup token is missing or wrong',
    'Use the token that the provisioning step printed.',
  ),
  invitation_invalid: entry(
    404,
    'The invitation is not valid any more',
    'Ask an owner of the team to invite you again.',
  ),
  password_required: entry(422, 'Accepting this invitation needs a password', 'Choose a password.'),
  last_super_administrator: entry(
    409,
    'This is the last active super administrator',
    'Make another administrator a super administrator first.',
  ),
  administrator_inactive: entry(409, 'The administrator is deactivated', 'Activate the administrator first.'),
  own_account: entry(
    409,
    'You cannot do this to your own account here',
    'Ask another super administrator, or use your account page.',
  ),
  own_email_locked: entry(
    409,
    'You cannot change your own address while addresses must be verified',
    'Ask another super administrator.',
  ),
  last_owner: entry(409, 'A team needs an owner', 'Make another member an owner first.'),
  personal_team: entry(409, 'A personal team has exactly one member', 'Use a regular team.'),
  system_team: entry(409, 'The System team cannot be changed', 'Use a regular team.'),
  team_owns_projects: entry(
    409,
    'The team still owns projects',
    'Move the projects to another team or delete them first.',
  ),
  already_member: entry(
    409,
    'The administrator is a member already',
    'Change the role of the member instead.',
  ),
  service_account_limit: entry(
    409,
    'The team has 50 service accounts',
    'Delete a service account that is not used.',
  ),
  invitation_limit: entry(
    409,
    'The team has 50 open invitations',
    'Revoke an open invitation, or wait until one is accepted.',
  ),
  settings_combination: entry(
    422,
    'The server would refuse to start with these settings',
    'Change the keys named in errors together.',
  ),
  error_store_off: entry(409, 'The error store is off', 'Turn errorStore.enabled on first.'),
  plan_is_default: entry(409, 'This is the plan for new projects', 'Make another plan the default first.'),
  plan_in_use: entry(
    409,
    'Projects are on this plan',
    'Move the projects counted in detail to another plan first.',
  ),
  audit_prefix_ambiguous: entry(
    422,
    'actionPrefix must name whole segments',
    'End the prefix at a dot, for example project.key.',
  ),
  reference_unknown: entry(
    404,
    'No fault has this reference',
    'Check the reference; faults are removed after their retention.',
  ),
  approval_decided: entry(
    409,
    'The approval is no longer open',
    'It was decided already, or it expired: let the agent ask again.',
  ),
  approval_by_others: entry(
    403,
    'Other administrators decide about this call',
    'It needs two administrators other than the one the agent acts for: ask those who are listed as approvers.',
  ),
  fresh_sign_in_required: entry(
    403,
    'This takes a fresh sign-in',
    'Sign in again, and approve within five minutes.',
  ),
  agent_client_reserved: entry(
    409,
    'The reserved agent client stays',
    'Turn mcp.enabled off to stop agents.',
  ),
} as const
