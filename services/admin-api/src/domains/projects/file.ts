import { operations, type PlannedChange, ProjectFile, projectFileSections } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { sameDigest } from '@signet/secrets'
import { canonical } from '../../approvals/binding.ts'
import type { HandlerDeps } from '../../deps.ts'
import { type AnyContext, implementRead, implementWithPrisma } from '../../implement.ts'
import { rollBackAfter } from '../../pipeline/apply.ts'
import { refuseIssues } from '../../pipeline/parse.ts'
import { loadProject, type ProjectRow } from '../../projects/row.ts'
import { type ExecutedPlan, executePlan } from './file-plan.ts'
import { readProtections, subjectOf } from './file-protections.ts'
import { readSettings, sectionsOf } from './file-sections.ts'

/** Time of a transaction with the largest plan. */
const transactionOptions = { timeout: 20_000 }

/** `project_file_apply` changes nothing with this file. */
export const project_file_get = implementRead(operations.project_file_get, async (context) => {
  const {
    deps: { database },
    caller,
    project,
  } = context
  const protections = await readProtections(database, project.id)
  const sections = sectionsOf(project.id)
  const { plan, ...settings } = await readSettings(database, context, project)
  // Only super administrators set the plan, so that a file of another caller can be applied to each project.
  const shown = caller.superAdministrator && plan !== undefined ? { ...settings, plan } : settings
  const file: Record<string, unknown> = { version: 1, project: shown }
  for (const section of projectFileSections) {
    const objects = await sections[section].read(database, context)
    file[section] = Object.fromEntries(
      objects.map(({ name, entry }) => [
        name,
        protections.has(subjectOf(section, name)) ? { ...entry, preventDestroy: true } : entry,
      ]),
    )
  }
  return { file }
})

export const project_file_plan = implementRead(operations.project_file_plan, async (context, { file }) => {
  const parsed = parseFile(file)
  const { changes } = await rehearsePlan(context, context.project, parsed)
  return { changes: [...changes], digest: digestsOf(context.deps, context.project, parsed, changes)[0] }
})

/**
 * Computes the plan again before the audit entry and by the changes themselves; a difference from the digest rolls everything back.
 */
export const project_file_apply = implementWithPrisma(operations.project_file_apply, {
  transactionOptions,

  async prepare(context, input) {
    const { project } = context
    const file = parseFile(input.file)
    const { changes, calls } = await rehearsePlan(context, project, file)
    refuseOutdated(context.deps, project, file, changes, input.digest)
    const subjects = changes.map(({ operation, subject }) => ({ operation, subject }))
    return {
      file,
      target: { id: project.id, detail: { changes: subjects } },
      shows: { changes },
      unchanged: changes.length === 0,
      ...(calls.length > 0 ? { contains: calls } : {}),
    }
  },

  async apply(tx, context, { digest }, { file }) {
    const project = (await loadProject(tx.sql, context.project.id)) ?? refuse('not_found')
    const { changes } = await executePlan(tx, context, project, file)
    refuseOutdated(context.deps, project, file, changes, digest)
    return { changes: [...changes] }
  },
})

function parseFile(raw: Readonly<Record<string, unknown>>): ProjectFile {
  const parsed = ProjectFile.safeParse(raw)
  return parsed.success ? parsed.data : refuseIssues(parsed.error.issues, raw)
}

const rehearsePlan = (context: AnyContext, project: ProjectRow, file: ProjectFile): Promise<ExecutedPlan> =>
  rollBackAfter(context, project.id, (tx) => executePlan(tx, context, project, file), transactionOptions)

type Digested = readonly [
  deps: Pick<HandlerDeps, 'vault'>,
  project: Pick<ProjectRow, 'id'>,
  file: ProjectFile,
  changes: readonly PlannedChange[],
]

const digestsOf = (...[{ vault }, { id }, file, changes]: Digested) =>
  vault.keyedDigests(canonical({ id, file, changes }), 'project plan')

function refuseOutdated(...[deps, project, file, changes, digest]: [...Digested, digest: string]): void {
  const digests = digestsOf(deps, project, file, changes)
  if (!digests.some((one) => sameDigest(one, digest)))
    refuse('plan_outdated', { members: { plan: { changes, digest: digests[0] } } })
}
