import { planAndApply } from '../project-file/apply-plan.ts'
import { readProject } from '../project-file/read-project.ts'
import type { Entries } from '../realm/export.ts'
import { membersOf } from '../realm/export.ts'
import { splitIntoParts } from '../realm/parts.ts'
import { secretVariable } from '../realm/providers.ts'
import type { Values } from '../users/mapped.ts'
import type { Side, Sides } from './sides.ts'

/** Belong to one instance: its commercial plans and the address of another system. */
const ofInstance = new Set(['name', 'plan', 'migrationHook'])

const entriesOf = (file: Values, section: string): Entries => membersOf(file[section]) as Entries

/** Applies the file in parts and without applications: the archive has these, with their ids and secrets. */
export async function moveFile({ from, to }: Sides, file: Values): Promise<void> {
  const settings = Object.entries(membersOf(file.project)).filter(([name]) => !ofInstance.has(name))
  const sections = {
    groups: entriesOf(file, 'groups'),
    apis: entriesOf(file, 'apis'),
    providers: withSecrets(from, entriesOf(file, 'providers')),
    applications: {},
  }
  const stored = await readProject(to.session, to.projectId)
  const parts = splitIntoParts(stored, { project: Object.fromEntries(settings), sections })
  for (const { applications: _applications, ...part } of parts)
    await planAndApply(to.session, to.projectId, part)
}

/** Reads the environment: a secret never leaves an instance in an answer. */
function withSecrets({ session }: Side, providers: Entries): Entries {
  const entries = Object.entries(providers).map(([id, entry]) => {
    const variable = secretVariable(id)
    const clientSecret = session.env[variable]
    if (clientSecret === undefined)
      session.terminal.note(`Provider ${id}: its secret is not moved. Set ${variable} if it needs one.`)
    return [id, clientSecret === undefined ? entry : { ...entry, clientSecret }] as const
  })
  return Object.fromEntries(entries)
}

/** Call after the users: the first requests of a directory adopt its users. */
export async function moveDirectories({ to }: Sides, file: Values): Promise<void> {
  const directories = entriesOf(file, 'directories')
  if (Object.keys(directories).length === 0) return
  const stored = membersOf((await readProject(to.session, to.projectId)).directories)
  const missing = Object.fromEntries(Object.entries(directories).filter(([name]) => !(name in stored)))
  if (Object.keys(missing).length === 0) return
  await planAndApply(to.session, to.projectId, { version: 1, directories: { ...stored, ...missing } })
}
