import { operations, type Settings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { createKeySet } from '@signet/db/key-set'
import { newId, refuse } from '@signet/runtime'
import { loadSettings, refusingDuplicates } from '@signet/tenancy'
import { type Administrator, hasRole } from '../../caller.ts'
import { implement } from '../../implement.ts'
import { loadProject } from '../../projects/row.ts'
import { toProject } from '../../projects/to-project.ts'
import { mailConfigured } from '../mail/read.ts'
import { projectAllowance, refuseProjectLimit } from '../plans/read.ts'
import { nameTaken } from './names.ts'
import { chooseAddress, randomSlug } from './project-rules.ts'

/** A unique constraint rejects an address in use. */
export const project_create = implement(operations.project_create, {
  plans: 'by key',

  async prepare({ deps, caller }, input) {
    const settings = await loadSettings(deps.database)
    const asked = { ...input, slug: await nameable(deps.database, caller, settings, input.slug) }
    const address = chooseAddress(caller, settings, deps.config.SIGNET_BASE_URL, asked, input.name)
    const teamId = await chooseTeam(deps.database, caller, input.teamId)
    if (input.passwordLogin === false) refuse('password_login_required')
    if (input.emailVerificationRequired && !(await mailConfigured(deps.database)))
      refuse('mail_not_configured')
    const id = newId('project')
    const detail = { name: input.name, addressForm: address.form, slug: address.slug, host: address.host }
    return {
      id,
      teamId,
      address,
      keys: await deps.keySupply.take(),
      target: { id, projectId: id, scope: teamId, detail },
    }
  },

  async lock({ sql: tx }, { caller }, _input, { teamId }) {
    const team = await tx.rows(sql`SELECT id FROM teams WHERE id = ${teamId} FOR UPDATE`)
    if (team.length === 0) refuse('team_not_available')
    await refuseProjectLimit(tx, caller, teamId)
  },

  async apply({ sql: tx }, { deps, caller }, input, { id, teamId, address, keys }) {
    await refusingDuplicates(
      tx.run(sql`
        INSERT INTO projects (id, name, display_name, address_form, slug, host, registration_open, email_verification_required,
          verification_method, totp_required, passkeys, passkey_user_verification, team_id, plan_id)
        VALUES (${id}, ${input.name}, ${input.displayName ?? null}, ${address.form}, ${address.slug}, ${address.host},
          ${input.registrationOpen ?? false}, ${input.emailVerificationRequired ?? false}, ${input.verificationMethod ?? 'link'},
          ${input.totpRequired ?? false}, ${input.passkeys ?? 'allowed'}, ${input.passkeyUserVerification ?? 'required'}, ${teamId},
          (SELECT id FROM plans WHERE is_default))`),
      nameTaken,
    )
    await createKeySet(tx, deps.vault, id, keys)
    const row = await loadProject(tx, id)
    return row ? toProject(tx, row, caller, deps.config.SIGNET_BASE_URL) : refuse('not_found')
  },
})

/** The plan may not allow a choice: then the slug is random. */
async function nameable(
  executor: Executor,
  caller: Administrator,
  settings: Settings,
  slug: string | undefined,
): Promise<string | undefined> {
  const allowance = await projectAllowance(executor, caller, settings)
  if (!allowance || allowance.nameSlug) return slug
  if (slug === undefined) return randomSlug()
  return refuse('plan_limit', {
    detail: `The plan ${allowance.plan} gives a project a generated name: leave out slug.`,
    members: { limit: 'customSlug', plan: allowance.plan },
  })
}

/** Default: the active team. A super administrator may name any team except the personal team of another administrator. */
async function chooseTeam(
  executor: Executor,
  caller: Administrator,
  asked: string | undefined,
): Promise<string> {
  const active = caller.via.credential === 'console' ? caller.via.activeTeamId : null
  const teamId =
    asked ?? active ?? caller.teams.find(({ kind }) => kind === 'personal')?.id ?? caller.teams[0]?.id
  if (!teamId) refuse('team_not_available', { detail: 'Name a team with teamId.' })
  const [team] = await executor.rows<{ kind: string }>(sql`SELECT kind FROM teams WHERE id = ${teamId}`)
  const allowed = hasRole(caller, teamId, 'member') || (caller.superAdministrator && team?.kind === 'regular')
  if (!team || !allowed || (team.kind === 'system' && !caller.superAdministrator))
    refuse('team_not_available')
  return teamId
}
