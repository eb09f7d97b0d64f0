import { newId } from '@signet/runtime'
import { digest, mintToken, type SigningKeyPair, type Vault } from '@signet/secrets'
import { createKeySet, INSTANCE_KEY_SET } from '../key-set.ts'
import { type Executor, sql } from '../sql.ts'
import {
  AGENT_CLIENT_ID,
  AGENT_REDIRECT_URIS,
  CONSOLE_CLIENT_ID,
  consoleAddresses,
  consoleSecretPlace,
  FREE_PLAN_ID,
  SUPER_TEAM_NAME,
  SYSTEM_TEAM_NAME,
} from './built-in.ts'

import { ensureMachine, MACHINE_CLIENT_ID, type SeededMachine } from './machine.ts'

export interface SeedOptions {
  /** Has no trailing slash. */
  baseUrl: string
  vault: Vault
  /** Used only when the instance's set has none. */
  keys: readonly SigningKeyPair[]
  /** Used for a new instance only. */
  initialSettings?: Readonly<Record<string, unknown>>
  /** Permitted once the administrator it acts for exists. */
  machine?: SeededMachine | undefined
  print(line: string): void
}

interface Instance {
  administratorsProjectId: string
  baseUrl: string
}

/**
 * Creates the missing parts of a database of this release, and applies a changed base URL.
 * @returns the setup token if it was generated now: only its digest is stored
 */
export async function seed(tx: Executor, options: SeedOptions): Promise<string | undefined> {
  await ensureFreePlan(tx)
  await ensureKeySet(tx, options)
  const existing = await readInstance(tx)
  const setupToken = existing === undefined ? await createInstance(tx, options.baseUrl) : undefined
  if (existing === undefined) await storeSettings(tx, options.initialSettings ?? {})
  const instance = existing ?? (await readInstance(tx))
  if (instance === undefined) throw new Error('The instance row is missing after its insert.')
  await ensureConsoleClient(tx, instance.administratorsProjectId, options)
  await ensureAgentClient(tx, instance.administratorsProjectId)
  if (options.machine)
    await permitMachine(tx, instance.administratorsProjectId, options.machine, options.print)
  if (instance.baseUrl !== options.baseUrl) await moveInstance(tx, instance, options.baseUrl)
  return setupToken
}

async function readInstance(tx: Executor): Promise<Instance | undefined> {
  const [instance] = await tx.rows<Instance>(
    sql`SELECT administrators_project_id AS "administratorsProjectId", base_url AS "baseUrl" FROM instance`,
  )
  return instance
}

async function storeSettings(tx: Executor, settings: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [key, value] of Object.entries(settings))
    await tx.run(
      sql`INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb) ON CONFLICT (key) DO NOTHING`,
    )
}

async function ensureFreePlan(tx: Executor): Promise<void> {
  // An operator may have renamed, replaced or deleted the plan.
  await tx.run(
    sql`INSERT INTO plans (id, name, is_default, enterprise_sign_in, custom_slug, custom_domain)
      SELECT ${FREE_PLAN_ID}, 'Free', true, true, true, true WHERE NOT EXISTS (SELECT FROM plans)`,
  )
}

async function ensureKeySet(tx: Executor, { vault, keys }: SeedOptions): Promise<void> {
  const [known] = await tx.rows(sql`SELECT id FROM key_sets WHERE id = ${INSTANCE_KEY_SET}`)
  if (known === undefined) await createKeySet(tx, vault, INSTANCE_KEY_SET, keys)
}

async function createInstance(tx: Executor, baseUrl: string): Promise<string> {
  const systemTeamId = await createTeam(tx, SYSTEM_TEAM_NAME)
  const superTeamId = await createTeam(tx, SUPER_TEAM_NAME)
  const defaultProjectId = await createProject(tx, {
    name: 'Default',
    displayName: null,
    teamId: systemTeamId,
    reserved: null,
  })
  const administratorsProjectId = await createProject(tx, {
    name: 'Administrators',
    // Shown on the administrators' sign-in page.
    displayName: 'Signet',
    teamId: systemTeamId,
    reserved: 'administrators',
  })
  const setupToken = mintToken()
  await tx.run(
    sql`INSERT INTO instance (base_url, default_project_id, administrators_project_id, system_team_id, super_team_id,
        setup_token_digest, activity_counted_since)
      VALUES (${baseUrl}, ${defaultProjectId}, ${administratorsProjectId}, ${systemTeamId}, ${superTeamId},
        ${digest(setupToken)}, now())`,
  )
  return setupToken
}

async function createTeam(tx: Executor, name: string): Promise<string> {
  const id = newId('team')
  await tx.run(sql`INSERT INTO teams (id, name, kind) VALUES (${id}, ${name}, 'system')`)
  return id
}

interface BuiltInProject {
  readonly name: string
  readonly displayName: string | null
  readonly teamId: string
  readonly reserved: string | null
}

async function createProject(
  tx: Executor,
  { name, displayName, teamId, reserved }: BuiltInProject,
): Promise<string> {
  const id = newId('project')
  await tx.run(
    sql`INSERT INTO projects (id, name, display_name, address_form, team_id, reserved, system, passkeys)
      VALUES (${id}, ${name}, ${displayName}, 'root', ${teamId}, ${reserved}, true, ${reserved ? 'preferred' : 'allowed'})`,
  )
  return id
}

async function ensureConsoleClient(
  tx: Executor,
  projectId: string,
  { vault, baseUrl }: SeedOptions,
): Promise<void> {
  const secret = mintToken()
  const { redirectUris, postLogoutRedirectUris } = consoleAddresses(baseUrl)
  await tx.run(
    sql`INSERT INTO clients (project_id, id, client_name, application_type, grant_types, response_types,
        redirect_uris, post_logout_redirect_uris, token_endpoint_auth_method, require_consent, built_in,
        secret_digest, secret_sealed)
      VALUES (${projectId}, ${CONSOLE_CLIENT_ID}, 'Signet console', 'web', ${['authorization_code']}, ${['code']},
        ${redirectUris}, ${postLogoutRedirectUris}, 'client_secret_basic', false, true,
        ${digest(secret)}, ${vault.seal(secret, consoleSecretPlace(projectId))})
      ON CONFLICT DO NOTHING`,
  )
}

async function ensureAgentClient(tx: Executor, projectId: string): Promise<void> {
  const grantTypes = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code']
  // Administrators cannot change the built-in client, so the addresses of a new release are added here.
  const written = await tx.run(
    sql`INSERT INTO clients (project_id, id, client_name, application_type, grant_types, response_types,
        redirect_uris, token_endpoint_auth_method, built_in)
      VALUES (${projectId}, ${AGENT_CLIENT_ID}, 'Signet agent', 'native', ${grantTypes}, ${['code']},
        ${[...AGENT_REDIRECT_URIS]}, 'none', true)
      ON CONFLICT (project_id, id) DO UPDATE SET redirect_uris = EXCLUDED.redirect_uris, updated_at = EXCLUDED.updated_at
      WHERE clients.redirect_uris <> EXCLUDED.redirect_uris`,
  )
  if (written) await tx.run(sql`UPDATE projects SET version = version + 1 WHERE id = ${projectId}`)
  await tx.run(
    sql`INSERT INTO agent_clients (id, client_id, name, reserved)
      VALUES (${newId('agentClient')}, ${AGENT_CLIENT_ID}, 'Signet agent', true) ON CONFLICT DO NOTHING`,
  )
}

async function permitMachine(
  tx: Executor,
  projectId: string,
  machine: SeededMachine,
  print: SeedOptions['print'],
): Promise<void> {
  const outcome = await ensureMachine(tx, projectId, machine)
  if (outcome === 'permitted') print(`machine: ${MACHINE_CLIENT_ID}`)
  if (outcome === 'nobody')
    print(`No administrator ${machine.actsFor} yet: run db:setup again once it exists.`)
}

/** Updates the console's redirect addresses and invalidates everything cached under the old URL. */
async function moveInstance(
  tx: Executor,
  { administratorsProjectId }: Instance,
  baseUrl: string,
): Promise<void> {
  const { redirectUris, postLogoutRedirectUris } = consoleAddresses(baseUrl)
  await tx.run(
    sql`UPDATE clients
      SET redirect_uris = ${redirectUris}, post_logout_redirect_uris = ${postLogoutRedirectUris}, updated_at = now()
      WHERE project_id = ${administratorsProjectId} AND id = ${CONSOLE_CLIENT_ID}`,
  )
  await tx.run(sql`UPDATE projects SET version = version + 1 WHERE id = ${administratorsProjectId}`)
  await tx.run(sql`UPDATE instance SET base_url = ${baseUrl}, version = version + 1`)
}

/** @returns undefined when an administrator exists */
export async function renewSetupToken(tx: Executor): Promise<string | undefined> {
  const setupToken = mintToken()
  const renewed = await tx.run(
    sql`UPDATE instance SET setup_token_digest = ${digest(setupToken)} WHERE setup_completed_at IS NULL`,
  )
  return renewed === 1 ? setupToken : undefined
}
