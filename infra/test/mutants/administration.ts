import { mutantsOf } from './mutant.ts'

const admin = 'services/admin-api'
const laws = [`${admin}/test/laws.test.ts`]
const refusals = [`${admin}/test/refusals.test.ts`]

export const administration = [
  ...mutantsOf(`${admin}/src/pipeline/index.ts`, laws, [
    ['a change has an audit entry', '  .check(auditChange)\n', '  .check(() => void auditChange)\n'],
    [
      'a gated call of an agent needs a confirmation',
      '  .step(confirmByAgent)\n',
      '  .step(({ input }) => ({ input, confirmed: confirmByAgent && null }))\n',
    ],
    [
      'an update without a difference writes nothing',
      '  .mayAnswer(answerUnchanged)\n',
      '  .check(() => void answerUnchanged)\n',
    ],
    [
      'a gated change is previewed',
      '  .mayAnswer(answerPreview)\n',
      '  .check(() => void answerPreview)\n',
      `${admin}/src/domains/projects/update.test.ts`,
    ],
    [
      'calls are rate-limited',
      '.step(limit)',
      '.step(async (call) => ({ settings: await call.entrance.settings.current(), limit }))',
      `${admin}/test/rate-limit.test.ts`,
    ],
  ]),
  ...mutantsOf(`${admin}/src/pipeline/access.ts`, laws, [
    [
      'the rights in the project are checked',
      "  if (verdictFor({ access }, role) === 'no') refuseRole(access, role)\n",
      "  if (access.to !== 'project' && verdictFor({ access }, role) === 'no') refuseRole(access, role)\n",
    ],
    [
      'the rights in the team are checked',
      "  if (verdictFor({ access }, role) === 'no') refuseRole(access, role)\n",
      "  if (access.to !== 'team' && verdictFor({ access }, role) === 'no') refuseRole(access, role)\n",
    ],
    [
      'operations of super administrators are refused to others',
      "  if (verdictFor({ access }, role) === 'no') refuseRole(access, role)\n",
      "  if (access.to !== 'super_administrator' && verdictFor({ access }, role) === 'no') refuseRole(access, role)\n",
    ],
    [
      'a project refuses a call by its state',
      '  if (!projectRights(caller, found.project).can[access.can]) refuseFlag(access.can)\n',
      '  void [projectRights]\n',
      `${admin}/src/domains/projects/rights.test.ts`,
    ],
  ]),
  ...mutantsOf(`${admin}/src/pipeline/authorize.ts`, laws, [
    [
      'operations of the console are refused to agents',
      "  if (agent && !isForAgent) refuse('console_only')\n",
      '',
    ],
    [
      'the limit of an agent is checked',
      "  if (access.to === 'signed_in' && caller) checkLimit(operation, caller)\n",
      '  void checkLimit\n',
      `${admin}/test/limited-agents.test.ts`,
    ],
    ['the scope of an agent is checked', '  if (!needed || !scopes.has(needed))\n', '  if (!needed)\n'],
  ]),
  ...mutantsOf(
    `${admin}/src/pipeline/preview.ts`,
    [`${admin}/test/refused-previews.test.ts`],
    [['a preview rehearses the change', '  await rehearse(change)\n  if (mustConfirm', '  if (mustConfirm']],
  ),
  ...mutantsOf(
    `${admin}/src/pipeline/check-call.ts`,
    [`${admin}/test/races/concurrent-updates.test.ts`],
    [
      [
        'the state of a resource can refuse a change',
        '.check(refuseByState)',
        '.check(() => void refuseByState)',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/pipeline/apply.ts`,
    [`${admin}/test/races`],
    [
      ['the counts are taken again under the lock', '  await confirm()\n', ''],
      [
        'a change locks its rows',
        '  const locked = await handler.lock?.(tx, context, input, prepared)\n',
        '  const locked = undefined\n',
      ],
      [
        'a change leaves a super administrator who can sign in',
        '  await keepAccess()\n  return answer',
        '  return answer',
        `${admin}/test/last-access.test.ts`,
      ],
      [
        'a change looks for a missing row again',
        '    if (error instanceof RowMissing) await lookAgain(change)\n',
        '',
        ...refusals,
        `${admin}/test/races`,
      ],
      [
        'every count agrees with the confirmed count',
        '.every((name) => now[name] === confirmed[name])',
        '.some((name) => now[name] === confirmed[name])',
        `${admin}/src/domains/projects`,
      ],
      [
        'a preview is refused when its rehearsal is refused',
        'previewTells?.includes(error.code)) return undefined\n    throw error',
        'previewTells?.includes(error.code)) return undefined\n    return undefined',
        `${admin}/test/refused-previews.test.ts`,
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/pipeline/refuse-by-state.ts`,
    [`${admin}/test/races`, ...refusals],
    [
      [
        'the scheduled deletion is read under the lock',
        "  if (row.scheduled) refuse('project_scheduled_for_deletion')\n",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/approvals/confirmations.ts`,
    [...laws, `${admin}/test/confirmations.test.ts`],
    [
      [
        'a confirmation is used once',
        ' AND used_at IS NULL AND expires_at > now()',
        ' AND expires_at > now()',
      ],
      ['a confirmation expires', ' AND used_at IS NULL AND expires_at > now()', ' AND used_at IS NULL'],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/pipeline/guard-agents.ts`,
    [`${admin}/test/agent-effects.test.ts`],
    [
      [
        'an agent cannot change the account of its administrator',
        '  if (values.includes(caller.accountId))\n',
        '  if (false)\n',
      ],
      [
        'a service account cannot change the rights of people',
        '  if (isServiceAccount(caller)) refuseRightsOfPeople(operation, project)\n',
        '  void [isServiceAccount, refuseRightsOfPeople, operation]\n',
        `${admin}/src/domains/service-accounts/service-accounts.test.ts`,
      ],
      [
        'an agent cannot change permitted clients',
        '(await namesPermittedClient(context.deps.database, values))',
        '!namesPermittedClient',
      ],
      [
        'the guard of permitted clients applies only in the administrators’ project',
        "project?.reserved === 'administrators' && (await",
        '(await',
      ],
      [
        'an agent that is limited to projects cannot create one',
        ' || caller.teams.length === 0)',
        ')',
        `${admin}/test/limited-agents.test.ts`,
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/pipeline/confirm.ts`,
    [`${admin}/test/agent-effects.test.ts`],
    [
      [
        'the effect of a call decides whether it needs an approval',
        'calls.some((one) => needsApproval(',
        "calls.some((one) => one.operation.kind === 'high_consequence' && needsApproval(",
      ],
      [
        'effects in the administrators’ project need an approval',
        "  ofAdministrators: project?.reserved === 'administrators',",
        '  ofAdministrators: project === undefined,',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/approvals/approvals.ts`,
    [`${admin}/test/approval-limits.test.ts`],
    [
      [
        'the number of waiting approvals is limited',
        'load.pending >= maxPendingApprovals',
        'load.pending >= 1_000',
      ],
      ['a refused approval starts a pause', 'load.coolDown > 0', 'load.coolDown > 1_000'],
      ['approvals are counted one after the other', ' FOR NO KEY UPDATE`', '`'],
      [
        'only approvals of this client count',
        'WHERE account_id = ${accountId} AND client_id = ${clientId}) own',
        'WHERE account_id = ${accountId} AND ${clientId}::text IS NOT NULL) own',
      ],
      [
        'only approvals of this administrator count',
        'WHERE account_id = ${accountId} AND client_id = ${clientId}) own',
        'WHERE ${accountId}::text IS NOT NULL AND client_id = ${clientId}) own',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/authn/bearer.ts`,
    [`${admin}/test/approval-limits.test.ts`],
    [['a suspended agent is refused', '  if (entry.suspended)', '  if (false)']],
  ),
  ...mutantsOf(
    `${admin}/src/approvals/binding.ts`,
    [...laws, `${admin}/test/confirmations.test.ts`],
    [
      [
        'a confirmation is valid only for its administrator',
        'account_id = ${accountId} AND',
        '${accountId}::text IS NOT NULL AND',
      ],
      [
        'a confirmation is valid only for its client',
        'AND client_id = ${clientId} ',
        'AND ${clientId}::text IS NOT NULL ',
      ],
      ['a confirmation is valid only for its tool', 'AND tool = ${tool} ', 'AND ${tool}::text IS NOT NULL '],
      [
        'a confirmation is valid only for its arguments',
        'AND arguments_digest = ANY(${[...argumentsDigests]})`',
        'AND ${[...argumentsDigests]}::text[] IS NOT NULL`',
      ],
      [
        'a confirmation is valid only for the state that was shown',
        'AND state_digest = ANY(${[...binding.stateDigests]})`',
        'AND ${[...binding.stateDigests]}::text[] IS NOT NULL`',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/approvals/approvals.ts`,
    [`${admin}/test/approvals.test.ts`],
    [
      [
        'an approval needs the decision of a person',
        "WHERE id = ${id} AND status = 'approved' AND expires_at",
        'WHERE id = ${id} AND expires_at',
      ],
      [
        'an approval expires',
        "status = 'approved' AND expires_at > now() AND ${sameCallAndState(binding)}\n    RETURNING",
        "status = 'approved' AND ${sameCallAndState(binding)}\n    RETURNING",
      ],
      [
        'an approval is valid only for its call',
        "status = 'approved' AND expires_at > now() AND ${sameCallAndState(binding)}\n    RETURNING",
        "status = 'approved' AND expires_at > now() AND ${binding.tool}::text IS NOT NULL\n    RETURNING",
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/approvals/approvers.ts`,
    [`${admin}/test/second-approvals.test.ts`],
    [
      [
        'the person of an agent is no second approver while there are two others',
        'chosen.length >= 2 ? chosen : [...chosen, accountId]',
        '[...chosen, accountId]',
      ],
      [
        'a deactivated administrator is no approver',
        'AND p.active AND p.locked_at IS NULL',
        'AND p.locked_at IS NULL',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/domains/approvals/decide.ts`,
    [`${admin}/test/second-approvals.test.ts`],
    [['two approvals are counted', 'if (earlier + 1 >= needed)', 'if (earlier + 2 >= needed)']],
  ),
  ...mutantsOf(
    `${admin}/src/pipeline/if-match.ts`,
    [`${admin}/test/if-match.test.ts`],
    [
      ['an object is compared under the lock of its row', ' FOR NO KEY UPDATE`', '`'],
      ['a weak ETag matches nothing', 'one.trim() === etag', "one.trim().replace('W/', '') === etag"],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/domains/approvals/decide.ts`,
    [`${admin}/test/approvals.test.ts`],
    [
      [
        'approvals of keys, settings and super rights need a fresh sign-in',
        ' requireFreshSignIn(caller)\n',
        ' void caller\n',
      ],
    ],
  ),
]
