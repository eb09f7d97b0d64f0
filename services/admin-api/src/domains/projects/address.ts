import { type InputOf, type Operations, operations, type PreviewOf } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { endOfFormerHost, hasOwnHost, keepFormerHost, readFormerHosts } from '@signet/federation'
import { refuse } from '@signet/runtime'
import { endProject } from '@signet/sessions'
import { bumpProject, issuerOf, loadSettings, refusingDuplicates } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import { implementWithPrisma } from '../../implement.ts'
import { projectRights } from '../../projects/rights.ts'
import { loadProject, type ProjectRow } from '../../projects/row.ts'
import { toProject } from '../../projects/to-project.ts'
import { projectFeature } from '../plans/read.ts'
import { type FormerProject, nameTaken, refuseTaken, takeOver } from './names.ts'
import { type ChosenAddress, chooseAddress } from './project-rules.ts'

type Input = InputOf<Operations['project_address_change']>
type Preview = PreviewOf<Operations['project_address_change']>

export const project_address_change = implementWithPrisma(operations.project_address_change, {
  async prepare({ deps, caller, project }, input) {
    const { SIGNET_BASE_URL: base } = deps.config
    const address = await chooseNew(deps.database, caller, project, base, input)
    const former = await refuseTaken(deps.database, caller, address, project.id)
    const issuers = { from: issuerOf(project, base), to: issuerAt(address, base) }
    const detail = { issuers, ...(former ? { formerProject: former.id } : {}) }
    return { address, issuers, former, target: { id: project.id, detail }, shows: { issuers } }
  },

  async preview(executor, { project }, _input, { address, issuers, former }) {
    const counted = await countDependents(executor, project, issuers)
    const complete = withPasskeys(counted, await followPasskeys(executor, project, address, issuers))
    return former ? withFormer(complete, former) : complete
  },

  async lock({ sql: tx }, { caller, project }, _input) {
    const now = (await loadProject(tx, project.id)) ?? refuse('not_found')
    if (!projectRights(caller, now).can.changeAddress) refuse('address_has_dependents')
  },

  async apply({ sql: tx, prisma }, { deps, caller, project }, _input, { address, former }) {
    const { form: addressForm, slug, host } = address
    if (former) await takeOver(tx, former, address, project.id)
    await keepFormerHost(tx, project.id)
    await refusingDuplicates(
      prisma.project.update({
        where: { id: project.id },
        data: { addressForm, slug, host, hostReachedAt: null },
      }),
      nameTaken,
    )
    await endProject(tx, project.id)
    await bumpProject(tx, project.id)
    const row = (await loadProject(tx, project.id)) ?? refuse('not_found')
    return toProject(tx, row, caller, deps.config.SIGNET_BASE_URL)
  },
})

/** An input without a form keeps the present form, so that a change of the name needs one field. */
async function chooseNew(
  executor: Executor,
  caller: Administrator,
  project: ProjectRow,
  baseUrl: string,
  input: Input,
): Promise<ChosenAddress> {
  if ((input.slug === undefined) === (input.host === undefined)) refuse('address_ambiguous')
  const present =
    project.addressForm === 'path' || project.addressForm === 'subdomain' ? project.addressForm : undefined
  const asked = { slug: input.slug, host: input.host, addressForm: input.addressForm ?? present }
  const settings = await loadSettings(executor)
  const address = chooseAddress(caller, settings, baseUrl, asked, project.name)
  if (issuerAt(address, baseUrl) === issuerOf(project, baseUrl))
    refuse('already_exists', { detail: 'The project has this address already.' })
  if (address.slug !== null && address.slug !== project.slug)
    await projectFeature(executor, caller, project, 'customSlug')
  return address
}

const issuerAt = ({ form, slug, host }: ChosenAddress, baseUrl: string): string =>
  issuerOf({ addressForm: form, slug, host }, baseUrl) ?? ''

async function countDependents(
  executor: Executor,
  { id }: ProjectRow,
  issuers: { readonly from: string | null; readonly to: string },
): Promise<Preview> {
  const [applications, connections, providers, resources] = await Promise.all([
    executor.rows<Preview['applications'][number]>(sql`
      SELECT id AS "clientId", COALESCE(client_name, '') AS "clientName" FROM clients
      WHERE project_id = ${id} AND NOT built_in ORDER BY created_at, id`),
    executor.rows<Preview['connections'][number]>(sql`
      SELECT id, display_name AS "displayName" FROM provisioning_connections WHERE project_id = ${id} ORDER BY id`),
    executor.rows<Preview['providers'][number]>(sql`
      SELECT id, display_name AS "displayName", ${issuers.to}::text || '/federation/' || id || '/callback' AS "newCallback"
      FROM identity_providers WHERE project_id = ${id} ORDER BY position, id`),
    executor.rows<Preview['resources'][number]>(
      sql`SELECT identifier, name FROM resources WHERE project_id = ${id} ORDER BY identifier`,
    ),
  ])
  const expect = {
    applications: applications.length,
    connections: connections.length,
    providers: providers.length,
    resources: resources.length,
  }
  return {
    consequences: addressConsequences(expect, issuers),
    applications,
    connections,
    providers,
    resources,
    issuers,
    expect,
  }
}

interface FollowingPasskeys {
  /** Passkeys of the hosts at which the project accepts passkeys now. */
  readonly count: number
  readonly host: string
  /** Null when they stop working. */
  readonly until: Date | null
}

/** Counts passkeys that are not bound to the new host. Those of a host that the project shared stop working. */
async function followPasskeys(
  executor: Executor,
  project: ProjectRow,
  { form: addressForm }: ChosenAddress,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<FollowingPasskeys | null> {
  const [host, next] = [from && new URL(from).hostname, new URL(to).hostname]
  if (!host || host === next) return null
  const continues = hasOwnHost(project) && hasOwnHost({ addressForm })
  const former = continues ? [] : (await readFormerHosts(executor, project.id)).map((one) => one.host)
  const [row] = await executor.rows<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM passkeys
    WHERE project_id = ${project.id} AND rp_id = ANY(${[host, ...former]}::text[]) AND rp_id <> ${next}`)
  return row?.count
    ? { count: row.count, host, until: continues ? await endOfFormerHost(executor) : null }
    : null
}

function withPasskeys(preview: Preview, passkeys: FollowingPasskeys | null): Preview {
  if (!passkeys) return preview
  const { count, host, until } = passkeys
  const consequence = until
    ? `Passkeys that continue to work until ${until.toISOString().slice(0, 10)}, in browsers that support related origins and while ${host} reaches this instance with a valid certificate: ${count}. Their holders are asked to add one for the new host.`
    : `Passkeys that stop working, because browsers bind them to the present host: ${count}. Their holders need another way to sign in.`
  return {
    ...preview,
    consequences: [...preview.consequences, consequence],
    expect: { ...preview.expect, passkeys: count },
  }
}

/** Adds the risk of an address of a destroyed project. The count makes the caller confirm it. */
const withFormer = (preview: Preview, { name, destroyedAt, lastOwner }: FormerProject): Preview => ({
  ...preview,
  consequences: [
    ...preview.consequences,
    `The address belonged to the project ${name}${lastOwner ? ` of ${lastOwner}` : ''}, destroyed on ${destroyedAt.toISOString().slice(0, 10)}. Applications and APIs that still trust this issuer accept users and tokens of this project as those of the destroyed one.`,
  ],
  formerProject: { name, lastOwner, destroyedAt: destroyedAt.toISOString() },
  expect: { ...preview.expect, formerProjects: 1 },
})

const addressConsequences = (
  { applications, connections, providers, resources }: Preview['expect'],
  { from, to }: { readonly from: string | null; readonly to: string },
): string[] => [
  `The issuer becomes ${to}${from ? `; ${from} stops answering` : ''}, and all users sign in again.`,
  `Applications to be given the new issuer: ${applications}.`,
  `Identity providers to be given a new callback address: ${providers}.`,
  `Provisioning connections to be given a new base URL: ${connections}.`,
  `APIs to be told the new issuer: ${resources}.`,
]
