import { limits } from '@signet/contracts'
import { sql } from '@signet/db'
import {
  addProvider,
  anotherSuper,
  atPlanLimit,
  type Case,
  configureMail,
  enforcePlans,
  newProject,
  nothingDepends,
  ofOwnProject,
  png,
  refusedByMailServer,
  underDestruction,
  withMail,
  withoutMail,
} from '../attempts.ts'
import { makeAdministrator, signIn } from '../people.ts'
import { ownProject, plan, unique } from '../things.ts'
import { makeTeam } from '../world.ts'
import type { Cases } from './index.ts'

const unknownVariable: Case = async (world) => ({
  input: {
    ...(await ownProject(world)),
    ...{ kind: 'reset', language: 'en', subject: '{{password}}', intro: null, button: null },
  },
})

const aTestMail: Case = async (world) => {
  await world.database.run(sql`DELETE FROM throttles WHERE bucket = 'mail text test'`)
  const texts = { kind: 'reset', language: 'en', subject: 'Hello', intro: null, button: null } as const
  return { input: { ...(await ownProject(world)), ...texts } }
}

export const projects: Cases = {
  project_mail_text_set: { invalid_value: unknownVariable },
  project_mail_text_preview: { invalid_value: unknownVariable },
  project_mail_text_test: {
    invalid_value: unknownVariable,
    mail_not_configured: withoutMail(aTestMail),
    mail_refused: refusedByMailServer(aTestMail),
    sent_recently: withMail(async (world) => {
      const { input } = await aTestMail(world)
      for (let sent = 0; sent < limits.mailTextTests.perMinute; sent += 1)
        await world.call(world.people.super, 'project_mail_text_test', input)
      return { input }
    }),
  },
  project_create: {
    address_form_not_allowed: newProject({ slug: undefined, host: 'id.acme.example' }, 'owner'),
    address_ambiguous: newProject({ host: 'id.acme.example' }),
    address_reserved: newProject({ slug: 'admin' }),
    already_exists: newProject({ slug: 'acme' }),
    mail_not_configured: withoutMail(newProject({ emailVerificationRequired: true })),
    password_login_required: newProject({ passwordLogin: false }),
    plan_limit: atPlanLimit('projects_per_administrator', newProject({}, 'owner')),
    team_not_available: async (world) => ({
      input: { name: 'Another', slug: unique('p'), teamId: world.strangersTeam },
      person: world.people.owner,
    }),
  },
  project_update: {
    mail_not_configured: withoutMail(async (world) => ({
      input: { projectId: world.project, emailVerificationRequired: true },
    })),
    authenticator_metadata_missing: async (world) => ({
      input: {
        projectId: world.project,
        passkeyAuthenticators: ['adce0002-35bc-c60a-648b-0b25f1f05503'],
      },
    }),
    password_login_required: async (world) => ({
      input: { projectId: world.project, passwordLogin: false },
    }),
    administrators_sign_up_unverified: async (world) => ({
      input: { projectId: world.administratorsProject, registrationOpen: true },
    }),
    own_address_unverified: async (world) => {
      await configureMail(world)
      const person = await anotherSuper(world)
      await world.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${person.accountId}`)
      return { person, input: { projectId: world.administratorsProject, emailVerificationRequired: true } }
    },
    administrators_locked_out: async (world) => {
      await addProvider(world, world.administratorsProject)
      return { input: { projectId: world.administratorsProject, passwordLogin: false } }
    },
  },
  project_logo_set: {
    logo_refused: async (world) => ({ input: { ...(await ownProject(world)), logo: png } }),
  },
  project_migration_hook_set: {
    https_required: async (world) => ({
      input: { ...(await ownProject(world)), url: 'http://old.example.com/signet' },
    }),
  },
  project_migration_hook_test: {
    invalid_value: async (world) => ({ input: await ownProject(world) }),
    sent_recently: async (world) => {
      const input = await ownProject(world)
      const url = 'https://old.invalid/signet'
      await world.ok(world.people.super, 'project_migration_hook_set', { ...input, url })
      for (let sent = 0; sent < limits.migrationHookTests.perMinute; sent += 1)
        await world.ok(world.people.super, 'project_migration_hook_test', input)
      return { input }
    },
  },
  project_sign_in_test_start: {
    invalid_value: async (world) => {
      const { projectId } = await ownProject(world)
      await world.database.run(
        sql`UPDATE projects SET address_form = 'unaddressed', slug = NULL WHERE id = ${projectId}`,
      )
      return { input: { projectId } }
    },
  },
  project_address_change: {
    address_has_dependents: async (world) => {
      const { projectId } = await ownProject(world)
      return {
        person: world.people.owner,
        input: { projectId, slug: unique('p'), confirm: true, expect: nothingDepends },
        concurrent: {
          holding: sql`SELECT id FROM projects WHERE id = ${projectId} FOR UPDATE`,
          change: (tx) =>
            tx.run(sql`
              INSERT INTO clients (project_id, id, client_name, grant_types, response_types, redirect_uris,
                post_logout_redirect_uris, token_endpoint_auth_method)
              VALUES (${projectId}, ${unique('app')}, 'Came first', ${[]}, ${[]}, ${[]}, ${[]}, 'none')`),
        },
      }
    },
    address_ambiguous: ofOwnProject({}),
    address_form_not_allowed: ofOwnProject({ host: 'id.acme.example' }, 'owner'),
    address_reserved: ofOwnProject({ slug: 'www' }),
    already_exists: ofOwnProject({ slug: 'foreign', confirm: true, expect: nothingDepends }),
    plan_limit: async (world) => {
      const one = await ownProject(world)
      const { id: planId } = await world.ok(world.people.super, 'plan_create', {
        ...plan(),
        features: { enterpriseSignIn: false, customSlug: false, customDomain: false },
      })
      await enforcePlans(world)
      await world.ok(world.people.super, 'project_plan_set', { ...one, planId })
      return { person: world.people.owner, input: { ...one, slug: unique('p') } }
    },
  },
  project_owner_change: {
    plan_limit: async (world) => {
      const one = await ownProject(world)
      const other = await makeAdministrator(world, `${unique('a')}@example.com`)
      const teamId = await makeTeam(world, 'Full', [
        [other.accountId, 'owner'],
        [world.people.owner.accountId, 'member'],
      ])
      const attempt = atPlanLimit('projects_per_administrator', async () => ({
        input: { ...one, teamId, confirm: true },
      }))
      return { ...(await attempt(world)), person: await signIn(world, world.people.owner.accountId) }
    },
    team_not_available: ofOwnProject({ teamId: 'team_unknown' }),
  },
  project_restore: {
    project_not_scheduled: ofOwnProject({}),
    destruction_under_way: underDestruction,
  },
  project_purge: {
    project_not_scheduled: ofOwnProject({}),
    destruction_under_way: underDestruction,
  },
  project_plan_set: {
    system_project: async (world) => ({ input: { projectId: world.defaultProject, planId: 'free' } }),
  },
}
