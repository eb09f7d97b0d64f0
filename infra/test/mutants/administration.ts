import { mutantsOf } from './mutant.ts'

const admin = 'services/admin-api'
const laws = [`${admin}/test/laws.test.ts`]
const refusals = [`${admin}/test/refusals.test.ts`]

/** Mutants of the pipeline of the administration API, of agents' confirmations, and of the access of callers. */
export const administration = [
  ...mutantsOf(`${admin}/src/pipeline/index.ts`, laws, [
    ['the audit entry of a change', '  .check(auditChange)\n', '  .check(() => void auditChange)\n'],
    [
      'the confirmation of an agent',
      '  .step(confirmByAgent)\n',
      '  .step(({ input }) => ({ input, confirmed: confirmByAgent && null }))\n',
    ],
    [
      'that an update of what stands writes nothing',
      '  .mayAnswer(answerUnchanged)\n',
      '  .check(() => void answerUnchanged)\n',
    ],
    [
      'the refusal by state',
      '    .check(refuseByState)\n',
      '    .check(() => void refuseByState)\n',
      `${admin}/test/races/concurrent-updates.test.ts`,
    ],
    [
      'the preview of a gated change',
      '  .mayAnswer(answerPreview)\n',
      '  .check(() => void answerPreview)\n',
      `${admin}/src/domains/projects/update.test.ts`,
    ],
    [
      'the rate limit',
      '.step(limit)',
      '.step(async (call) => ({ settings: await call.entrance.settings.current(), limit }))',
      `${admin}/test/rate-limit.test.ts`,
    ],
  ]),
  ...mutantsOf(`${admin}/src/pipeline/access.ts`, laws, [
    [
      'the check of rights in the project',
      "  if (access.to === 'project') checkProject(access.can, caller, found)\n",
      '  void [checkProject, found]\n',
    ],
    [
      'the check of rights in the team',
      "  if (access.to === 'team') checkTeam(access.role, caller, String(input.teamId))\n",
      '  void [checkTeam, input]\n',
    ],
    [
      'what only a super administrator may',
      "  if (access.to === 'super_administrator' && !caller.superAdministrator)\n",
      "  if (access.to === 'super_administrator' && caller.teams.length === 0)\n",
    ],
  ]),
  ...mutantsOf(`${admin}/src/pipeline/authorize.ts`, laws, [
    ['what no agent may', "  if (isAgent && operation.kind === 'console_only') refuse('console_only')\n", ''],
    [
      'the limit of an agent',
      "  if (access.to === 'signed_in' && caller) checkLimit(operation, caller)\n",
      '  void checkLimit\n',
      `${admin}/test/limited-agents.test.ts`,
    ],
    ['the scope of an agent', '  if (!needed || !scopes.has(needed))\n', '  if (!needed)\n'],
  ]),
  ...mutantsOf(
    `${admin}/src/pipeline/preview.ts`,
    [`${admin}/test/refused-previews.test.ts`],
    [['the rehearsal of a preview', '  await rehearse(change)\n  if (mustConfirm', '  if (mustConfirm']],
  ),
  ...mutantsOf(
    `${admin}/src/pipeline/apply.ts`,
    [`${admin}/test/races`],
    [
      ['the counts taken again under the lock', '    await confirmAgain(change, tx)\n', ''],
      [
        'the locks of a change',
        '    const locked = await handler.lock?.(tx, context, input, prepared)\n    await confirmAgain',
        '    const locked = undefined\n    await confirmAgain',
      ],
      [
        'the check that a super administrator can still sign in',
        '    await keepAccess()\n    await keepAnswer',
        '    await keepAnswer',
        `${admin}/test/last-access.test.ts`,
      ],
      [
        'the second look after a lost row',
        '    if (error instanceof RowMissing) await lookAgain(change)\n',
        '',
        ...refusals,
        `${admin}/test/races`,
      ],
      [
        'that every count must agree',
        '.every((name) => now[name] === confirmed[name])',
        '.some((name) => now[name] === confirmed[name])',
        `${admin}/src/domains/projects`,
      ],
      [
        'the refusals that a rehearsal meets',
        '    throw error\n  }\n}\n\n/**\n * Runs the work',
        '    return undefined\n  }\n}\n\n/**\n * Runs the work',
        `${admin}/test/refused-previews.test.ts`,
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/pipeline/refuse-by-state.ts`,
    [`${admin}/test/races`, ...refusals],
    [
      [
        'the scheduled flag read under the lock',
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
        'that a confirmation is used once',
        ' AND used_at IS NULL AND expires_at > now()',
        ' AND expires_at > now()',
      ],
      ['that a confirmation runs out', ' AND used_at IS NULL AND expires_at > now()', ' AND used_at IS NULL'],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/pipeline/guard-agents.ts`,
    [`${admin}/test/agent-effects.test.ts`],
    [
      [
        'that an agent leaves its own account alone',
        '  if (values.includes(caller.accountId))\n',
        '  if (false)\n',
      ],
      [
        'that an agent leaves permitted clients alone',
        '(await namesPermittedClient(context.deps.database, values))',
        '!namesPermittedClient',
      ],
      [
        'that the guard is of the administrators’ project',
        "project?.reserved === 'administrators' && (await",
        '(await',
      ],
      [
        'that an agent of projects makes none',
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
        'that a person is asked by effect',
        "agent.approval === 'ask' && needsApproval(",
        "agent.approval === 'ask' && operation.kind === 'high_consequence' && needsApproval(",
      ],
      [
        'the effects of the administrators’ project',
        "  ofAdministrators: project?.reserved === 'administrators',",
        '  ofAdministrators: project === undefined,',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/approvals/approvals.ts`,
    [`${admin}/test/approval-limits.test.ts`],
    [
      ['the bound of waiting approvals', 'load.pending >= maxPendingApprovals', 'load.pending >= 1_000'],
      ['the pause after a refusal', 'load.coolDown > 0', 'load.coolDown > 1_000'],
      ['that approvals are counted one after the other', ' FOR NO KEY UPDATE`', '`'],
      [
        'that only approvals of this client count',
        'WHERE account_id = ${accountId} AND client_id = ${clientId}) own',
        'WHERE account_id = ${accountId} AND ${clientId}::text IS NOT NULL) own',
      ],
      [
        'that only approvals of this administrator count',
        'WHERE account_id = ${accountId} AND client_id = ${clientId}) own',
        'WHERE ${accountId}::text IS NOT NULL AND client_id = ${clientId}) own',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/authn/bearer.ts`,
    [`${admin}/test/approval-limits.test.ts`],
    [['that a suspended agent is refused', '  if (entry.suspended)', '  if (false)']],
  ),
  ...mutantsOf(
    `${admin}/src/approvals/binding.ts`,
    [...laws, `${admin}/test/confirmations.test.ts`],
    [
      [
        'that a confirmation is its administrator’s',
        'account_id = ${accountId} AND',
        '${accountId}::text IS NOT NULL AND',
      ],
      [
        'that a confirmation is its client’s',
        'AND client_id = ${clientId} ',
        'AND ${clientId}::text IS NOT NULL ',
      ],
      ['that a confirmation is of one tool', 'AND tool = ${tool} ', 'AND ${tool}::text IS NOT NULL '],
      [
        'that a confirmation is of these arguments',
        'AND arguments_digest = ANY(${[...argumentsDigests]})`',
        'AND ${[...argumentsDigests]}::text[] IS NOT NULL`',
      ],
      [
        'that a confirmation is of the state that was shown',
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
        'that an approval is a person’s',
        "WHERE id = ${id} AND status = 'approved' AND expires_at",
        'WHERE id = ${id} AND expires_at',
      ],
      [
        'that an approval runs out',
        "status = 'approved' AND expires_at > now() AND ${sameCallAndState(binding)}`)) === 1",
        "status = 'approved' AND ${sameCallAndState(binding)}`)) === 1",
      ],
      [
        'that an approval is for this call',
        "status = 'approved' AND expires_at > now() AND ${sameCallAndState(binding)}`)) === 1",
        "status = 'approved' AND expires_at > now() AND ${binding.tool}::text IS NOT NULL`)) === 1",
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/domains/approvals/decide.ts`,
    [`${admin}/test/approvals.test.ts`],
    [
      [
        'the fresh sign-in for keys, settings and super rights',
        ' requireFreshSignIn(caller)\n',
        ' void caller\n',
      ],
    ],
  ),
]
